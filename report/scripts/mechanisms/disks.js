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
  const tablesOfForces = [tables.forces, tables.wall_forces].filter((table) => table && table.rows > 0);
  const forces = tablesOfForces.flatMap((table) => Array.from(table.column.normal)).sort((a, b) => a - b);
  const largeForce = forces.length > 0 ? nsdbench.niceBelow(forces[Math.floor(0.99 * forces.length)]) : 0;

  // Rows of a table of forces at the time of a frame.
  function rowsAt(table, t) {
    const k = table.column.t.indexOf(t);
    return k < 0 ? [0, 0] : [table.starts[k], table.starts[k + 1] ?? table.rows];
  }

  function open() {
    const motion = new nsdbench.Motion({ column: { t: times }, breaks: new Set(), has: () => false, unit: () => "s" });
    const mixing = tables.mixing && new nsdbench.Motion(tables.mixing);
    const reach = 1.04 * p.R;
    let points = null;
    let forcesDrawn = 0;

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

    // Lines between the disks in contact, and from disks to the wall, as wide as the normal force; one scale for all
    // frames.
    function drawForces(pen, view, frame) {
      const width = 0.013 * view.height;
      const scale = (force) => Math.max(0.4, Math.min(1, force / largeForce) * width);
      const first = frame * count;
      for (const table of tablesOfForces) {
        const { disk, other, x_2, y_2, normal } = table.column;
        const [begin, end] = rowsAt(table, motion.t[frame]);
        for (let i = begin; i < end; ++i) {
          const from = first + Math.round(disk[i]);
          const to = other ? [x[first + Math.round(other[i])], y[first + Math.round(other[i])]] : [x_2[i], y_2[i]];
          pen.line([[x[from], y[from]], to], { stroke: pen.colors.impact, width: scale(normal[i]) });
        }
        forcesDrawn += end - begin;
      }
      const c = pen.context;
      c.beginPath();
      c.moveTo(12, view.height - 14);
      c.lineTo(40, view.height - 14);
      pen.paint({ stroke: pen.colors.impact, width: scale(largeForce) });
      pen.label(`normal force of ${nsdbench.format(largeForce, "N")} or more`, 48, view.height - 14, { size: 11 });
    }

    function draw(pen, s, view) {
      pen.frame(-reach, reach, -reach, reach);
      const frame = nsdbench.lastNotAbove(motion.t, s.t + motion.instant);
      const first = frame * count;
      if (count > many) {
        points = points || nsdbench.diskPoints(view.stage, x, y, radius, layer, phi, layers);
        points.draw(pen, view, first, count);
      } else {
        pen.context.globalAlpha = 1;
        drawDisks(pen, frame);
      }
      drawWalls(pen, frame);
      forcesDrawn = 0;
      if (view.forces && tablesOfForces.length > 0) {
        pen.context.globalAlpha = 1;
        drawForces(pen, view, frame);
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
    return {
      motion,
      phases,
      events: [],
      steps: motion.t,
      draw,
      // Lines of forces in the frame that was drawn last.
      forcesDrawn: () => forcesDrawn,
      smooth: `${count} disks; modes of single contacts are not in the frames`
    };
  }

  return {
    aspect: 1,
    cases: [{ label: "motion", open }],
    withoutValues: true,
    note:
      `${times.length} frames of the run, to scale; nothing is interpolated between them; the buttons of events ` +
      "lead from frame to frame. Colours are layers of the start; the line in a disk turns with it. Lines " +
      "join disks in contact, and disks with the wall, as wide as the normal force: P_N over dt of the step that ends " +
      "with the frame, impacts included. Forces above that of the key, which few are, are drawn as wide as it."
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
