"use strict";

// Disks in a turning drum (experiments/disk_mixing): frames of the motion, one colour a layer of the start.
nsdbench.mechanism("disks", (data, tables, p) => {
  const frames = tables.frames;
  // Disks a frame, and the frames' times, whether the table is in groups or not.
  const grouped = frames.group > 1;
  const change = frames.column.t.findIndex((t) => t !== frames.column.t[0]);
  const count = grouped ? frames.group : change < 0 ? frames.rows : change;
  const times = grouped ? frames.column.t : frames.column.t.filter((_, i) => i % count === 0);
  const layers = ["#0072b2", "#56b4e9", "#f0e442", "#e69f00", "#d55e00"];
  const { x, y, phi } = frames.column;
  const radius = frames.column.radius.slice(0, count);
  const layer = frames.column.layer.map(Math.round).slice(0, count);
  const walls = tables.walls;
  const many = 10000; // from here on disks are points of the graphics processor

  function open() {
    const motion = new nsdbench.Motion({ column: { t: times }, breaks: new Set(), has: () => false, unit: () => "s" });
    const mixing = tables.mixing && new nsdbench.Motion(tables.mixing);
    const reach = 1.04 * p.R;
    const last = motion.t.length - 1;
    let points = null;

    function drawWalls(pen, frame) {
      pen.circle(0, 0, p.R, { stroke: pen.colors.ink, width: 2 });
      const perFrame = walls ? walls.rows / times.length : 0;
      for (let k = frame * perFrame; k < (frame + 1) * perFrame; ++k) {
        const { x_drum, y_drum, x_free, y_free } = walls.column;
        pen.line(
          [
            [x_drum[k], y_drum[k]],
            [x_free[k], y_free[k]]
          ],
          { stroke: pen.colors.ink, width: pen.scale * p.baffle_thickness }
        );
      }
    }

    // Disk by disk, with a radius that shows the turn.
    function drawDisks(pen, frame) {
      const c = pen.context;
      const first = frame * count;
      for (let color = 0; color < layers.length; ++color) {
        c.beginPath();
        const marks = new Path2D();
        for (let i = 0; i < count; ++i) {
          if (layer[i] % layers.length !== color) continue;
          const [cx, cy, r] = [pen.X(x[first + i]), pen.Y(y[first + i]), pen.scale * radius[i]];
          c.moveTo(cx + r, cy);
          c.arc(cx, cy, r, 0, 2 * Math.PI);
          const turn = phi ? phi[first + i] : 0;
          marks.moveTo(cx, cy);
          marks.lineTo(cx + 0.8 * r * Math.cos(turn), cy - 0.8 * r * Math.sin(turn));
        }
        pen.paint({ fill: layers[color], stroke: "#1b1f24", width: 0.5 });
        c.strokeStyle = "#1b1f24";
        c.lineWidth = 1;
        c.stroke(marks);
      }
    }

    // Lines between the disks in contact, as wide as the normal force; the table has those of the last step.
    function drawForces(pen, view) {
      const { x_1, y_1, x_2, y_2, normal } = tables.forces.column;
      const largest = normal.reduce((a, b) => Math.max(a, b), 0);
      const width = 0.02 * view.height;
      const chain = (i) =>
        pen.line(
          [
            [x_1[i], y_1[i]],
            [x_2[i], y_2[i]]
          ],
          { stroke: pen.colors.impact, width: Math.max(0.4, (width * normal[i]) / largest) }
        );
      for (let i = 0; i < tables.forces.rows; ++i) chain(i);
      const size = nsdbench.niceBelow(0.8 * largest);
      const c = pen.context;
      c.beginPath();
      c.moveTo(12, view.height - 14);
      c.lineTo(40, view.height - 14);
      pen.paint({ stroke: pen.colors.impact, width: (width * size) / largest });
      pen.label(`${nsdbench.format(size, "N")} normal force, last step`, 48, view.height - 14, { size: 11 });
    }

    function draw(pen, s, view) {
      pen.frame(-reach, reach, -reach, reach);
      const frame = nsdbench.lastNotAbove(motion.t, s.t + motion.instant);
      const shows = view.forces && tables.forces && frame === last;
      const first = frame * count;
      if (count > many) {
        points = points || nsdbench.diskPoints(view.stage, x, y, radius, layer, phi, layers);
        points.draw(pen, view, first, count);
      } else {
        pen.context.globalAlpha = 1;
        drawDisks(pen, frame);
      }
      drawWalls(pen, frame);
      if (shows) {
        pen.context.globalAlpha = 1;
        drawForces(pen, view);
      }
      pen.label("layer, 0 lowest", 10, view.height - 31, { size: 11, color: pen.colors.muted });
      layers.forEach((color, k) => {
        const c = pen.context;
        c.beginPath();
        c.arc(108 + 26 * k, view.height - 31, 6, 0, 2 * Math.PI);
        pen.paint({ fill: color, stroke: "#1b1f24", width: 0.5 });
        pen.label(String(k), 116 + 26 * k, view.height - 31, { size: 11 });
      });
      pen.scaleBar(0.1, view.width - 14, view.height - 12);
    }

    const phases = [];
    if (mixing) {
      phases.push({
        label: "mixing index over turns of the drum",
        motion: mixing,
        x: { symbol: "turns of the drum", unit: "1", of: (s) => s.turns },
        y: { symbol: "mixing index", unit: "1", of: (s) => s.mixing_index }
      });
    } else {
      phases.push({
        label: "turn of the drum over t",
        x: "t",
        y: { symbol: "ω t", unit: "rad", of: (s) => p.omega * s.t }
      });
    }
    const events = tables.forces ? [{ t: motion.end, text: "last step: normal forces of all contacts" }] : [];
    return {
      motion,
      phases,
      events,
      steps: motion.t,
      draw,
      smooth: `${count} disks; modes and forces of single contacts are not in the frames`
    };
  }

  return {
    aspect: 1,
    cases: [{ label: "motion", open }],
    withoutValues: true,
    note:
      `${times.length} frames of the run, to scale; nothing is interpolated between them; the buttons of events ` +
      "lead from frame to frame. Colours are layers of the start; the line in a disk turns with it. At the last " +
      "frame lines join the disks in contact, as wide as the normal force P_N over dt of the last step."
  };
});

// Disks as points of the graphics processor, on a canvas under the drawing.
nsdbench.diskPoints = (stage, x, y, radius, layer, phi, colors) => {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  stage.before(canvas);
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: true });
  if (!gl) {
    return {
      draw: (pen) => pen.label("This browser has no WebGL2, which so many disks need.", pen.box.left, pen.box.top + 30)
    };
  }
  const vertex = `#version 300 es
    in vec2 centre; in float radius; in float layer; in float turn;
    uniform vec2 scale, shift; uniform float pixels; uniform vec3 colors[5];
    out vec3 color; out vec2 mark; out float size;
    void main() {
      gl_Position = vec4(scale * centre + shift, 0.0, 1.0);
      size = max(1.0, 2.0 * radius * pixels);
      gl_PointSize = size;
      color = colors[int(layer) % 5];
      mark = vec2(cos(turn), -sin(turn));
    }`;
  const fragment = `#version 300 es
    precision mediump float;
    in vec3 color; in vec2 mark; in float size; out vec4 shown;
    void main() {
      vec2 at = 2.0 * gl_PointCoord - 1.0;
      float distance = length(at);
      if (distance > 1.0) discard;
      float edge = size > 5.0 ? smoothstep(1.0 - 3.0 / size, 1.0 - 2.0 / size, distance) : 0.0;
      float along = dot(at, mark);
      float off = abs(at.x * mark.y - at.y * mark.x);
      float line = size > 8.0 && along > 0.0 && along < 0.8 && off < 2.0 / size ? 1.0 : 0.0;
      shown = vec4(mix(color, vec3(0.11, 0.12, 0.14), max(edge, line)), 1.0);
    }`;
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment]
  ]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  const buffers = {};
  const fill = (name, values) => {
    buffers[name] = buffers[name] || gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[name]);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
  };
  const attribute = (name, size) => {
    const place = gl.getAttribLocation(program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffers[name]);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, 0, 0);
  };
  fill("radius", radius);
  fill("layer", layer);
  const rgb = colors.flatMap((color) => [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16) / 255));
  gl.uniform3fv(gl.getUniformLocation(program, "colors"), rgb);

  function draw(pen, view, first, count) {
    const [width, height] = [Math.round(view.width * view.ratio), Math.round(view.height * view.ratio)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const centres = new Float32Array(2 * count);
    for (let i = 0; i < count; ++i) {
      centres[2 * i] = x[first + i];
      centres[2 * i + 1] = y[first + i];
    }
    fill("centre", centres);
    fill("turn", phi ? phi.subarray(first, first + count) : new Float32Array(count));
    attribute("centre", 2);
    for (const name of ["radius", "layer", "turn"]) attribute(name, 1);
    gl.uniform2f(gl.getUniformLocation(program, "scale"), (2 * pen.scale) / view.width, (2 * pen.scale) / view.height);
    gl.uniform2f(
      gl.getUniformLocation(program, "shift"),
      (2 * pen.left) / view.width - 1,
      1 - (2 * pen.top) / view.height
    );
    gl.uniform1f(gl.getUniformLocation(program, "pixels"), pen.scale * view.ratio);
    gl.drawArrays(gl.POINTS, 0, count);
  }
  return { draw };
};
