"use strict";

// Drawing in units of the mechanism: lengths in metres, y upwards, both axes to one scale.
window.nsdbench = window.nsdbench || {};

(() => {
  class Pen {
    // `colors` are those of the page's theme, `box` is what is drawn on, in CSS pixels.
    constructor(context, box, colors, font) {
      this.context = context;
      this.colors = colors;
      this.font = font;
      this.box = box;
      this.frame(-1, 1, -1, 1);
    }

    // Fits [x0, x1] x [y0, y1] into the box, or into a part of it.
    frame(x0, x1, y0, y1, box = this.box) {
      this.scale = Math.min(box.width / (x1 - x0), box.height / (y1 - y0));
      this.left = box.left + 0.5 * (box.width - this.scale * (x1 - x0)) - this.scale * x0;
      this.top = box.top + 0.5 * (box.height - this.scale * (y1 - y0)) + this.scale * y1;
      return this;
    }

    X(x) {
      return this.left + this.scale * x;
    }
    Y(y) {
      return this.top - this.scale * y;
    }

    // Fills and strokes the context's path.
    paint({ fill, alpha = 1, stroke, width = 1.5, dash = [] }) {
      const c = this.context;
      c.lineJoin = "round";
      c.lineCap = "round";
      if (fill) {
        c.globalAlpha = alpha;
        c.fillStyle = fill;
        c.fill();
        c.globalAlpha = 1;
      }
      if (stroke) {
        c.strokeStyle = stroke;
        c.lineWidth = width;
        c.setLineDash(dash);
        c.stroke();
        c.setLineDash([]);
      }
    }

    line(points, style) {
      const c = this.context;
      c.beginPath();
      points.forEach(([x, y], i) => (i === 0 ? c.moveTo(this.X(x), this.Y(y)) : c.lineTo(this.X(x), this.Y(y))));
      if (style.close) c.closePath();
      this.paint(style);
    }
    polygon(points, style) {
      this.line(points, { ...style, close: true });
    }
    rectangle(x0, y0, x1, y1, style) {
      this.polygon(
        [
          [x0, y0],
          [x1, y0],
          [x1, y1],
          [x0, y1]
        ],
        style
      );
    }
    circle(x, y, radius, style) {
      this.context.beginPath();
      this.context.arc(this.X(x), this.Y(y), this.scale * radius, 0, 2 * Math.PI);
      this.paint(style);
    }
    // A mark of fixed size in pixels.
    dot(x, y, pixels, style) {
      this.context.beginPath();
      this.context.arc(this.X(x), this.Y(y), pixels, 0, 2 * Math.PI);
      this.paint(style);
    }

    // A text at a point of the mechanism, moved by pixels, on a ground of paper.
    text(string, x, y, { dx = 0, dy = 0, ...style } = {}) {
      this.label(string, this.X(x) + dx, this.Y(y) + dy, style);
    }
    // A text at a place in pixels.
    label(
      string,
      left,
      top,
      { color = this.colors.ink, align = "left", base = "middle", size = 12, weight = "" } = {}
    ) {
      const c = this.context;
      c.font = `${weight} ${size}px ${this.font}`;
      c.textAlign = align;
      c.textBaseline = base;
      c.lineJoin = "round";
      c.lineWidth = 3;
      c.strokeStyle = this.colors.paper;
      c.strokeText(string, left, top);
      c.fillStyle = color;
      c.fillText(string, left, top);
    }

    // An arrow from a point, as long as (dx, dy) pixels, y upwards.
    arrow(x, y, dx, dy, color, width = 2.5) {
      this.arrowAt(this.X(x), this.Y(y), dx, -dy, color, width);
    }
    arrowAt(left, top, dx, dy, color, width = 2.5) {
      const length = Math.hypot(dx, dy);
      if (!(length > 0.5)) return;
      const c = this.context;
      const head = Math.min(4 * width, 0.7 * length);
      const [ex, ey] = [dx / length, dy / length];
      const [tipX, tipY] = [left + dx, top + dy];
      const shape = (grow) => {
        c.beginPath();
        c.moveTo(left, top);
        c.lineTo(tipX - 0.8 * head * ex, tipY - 0.8 * head * ey);
        c.lineWidth = width + grow;
        c.stroke();
        c.beginPath();
        c.moveTo(tipX, tipY);
        c.lineTo(tipX - head * ex - 0.42 * head * ey, tipY - head * ey + 0.42 * head * ex);
        c.lineTo(tipX - head * ex + 0.42 * head * ey, tipY - head * ey - 0.42 * head * ex);
        c.closePath();
        c.lineWidth = grow;
        if (grow) c.stroke();
        c.fill();
      };
      c.lineCap = "butt";
      c.strokeStyle = c.fillStyle = this.colors.paper;
      shape(2.5);
      c.strokeStyle = c.fillStyle = color;
      shape(0);
    }

    // A wedge of half-angle `angle` about the unit vector (nx, ny) from a point: a cone of friction.
    cone(x, y, nx, ny, angle, pixels, color) {
      const c = this.context;
      const middle = Math.atan2(-ny, nx);
      c.beginPath();
      c.moveTo(this.X(x), this.Y(y));
      c.arc(this.X(x), this.Y(y), pixels, middle - angle, middle + angle);
      c.closePath();
      this.paint({ fill: color, alpha: 0.18, stroke: color, width: 0.75 });
    }

    // A helical spring between two points, of a half-width in metres.
    spring(x0, y0, x1, y1, half, style, coils = 9) {
      const points = [[x0, y0]];
      const length = Math.hypot(x1 - x0, y1 - y0);
      const [ex, ey] = [(x1 - x0) / length, (y1 - y0) / length];
      const end = 0.08;
      for (let k = 0; k <= 2 * coils; ++k) {
        const along = length * (end + ((1 - 2 * end) * k) / (2 * coils));
        const side = k === 0 || k === 2 * coils ? 0 : half * (k % 2 ? 1 : -1);
        points.push([x0 + along * ex - side * ey, y0 + along * ey + side * ex]);
      }
      points.push([x1, y1]);
      this.line(points, style);
    }

    // A fixed surface from one point to another, hatched on its right-hand side; `depth` in pixels.
    ground(x0, y0, x1, y1, depth = 9) {
      const c = this.context;
      const [ax, ay, bx, by] = [this.X(x0), this.Y(y0), this.X(x1), this.Y(y1)];
      const length = Math.hypot(bx - ax, by - ay);
      const [ex, ey] = [(bx - ax) / length, (by - ay) / length];
      c.beginPath();
      for (let s = 4; s < length; s += 8) {
        c.moveTo(ax + s * ex, ay + s * ey);
        c.lineTo(ax + (s - depth) * ex - depth * ey, ay + (s - depth) * ey + depth * ex);
      }
      this.paint({ stroke: this.colors.muted, width: 1 });
      this.line(
        [
          [x0, y0],
          [x1, y1]
        ],
        { stroke: this.colors.ink, width: 2 }
      );
    }

    // A bar that is `metres` long, its right end at a place in pixels.
    scaleBar(metres, right, bottom, name = nsdbench.format(metres, "m")) {
      const left = right - this.scale * metres;
      const c = this.context;
      c.beginPath();
      c.moveTo(left, bottom - 4);
      c.lineTo(left, bottom + 4);
      c.moveTo(left, bottom);
      c.lineTo(right, bottom);
      c.moveTo(right, bottom - 4);
      c.lineTo(right, bottom + 4);
      this.paint({ stroke: this.colors.ink, width: 1.5 });
      this.label(name, 0.5 * (left + right), bottom - 5, { align: "center", base: "bottom" });
    }
  }

  nsdbench.Pen = Pen;
})();
