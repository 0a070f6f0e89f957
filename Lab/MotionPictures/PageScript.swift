// SPDX-License-Identifier: Apache-2.0

/// Style and program of ``Page``: it draws each recording on a canvas, again for each zoom.
enum PageScript {
  static let style = """
    \(SVG.dark("html"))
    body{font:13px sans-serif;margin:12px;color:#333;background:#fff}
    header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;margin-bottom:8px}
    header span{color:#777}
    main.sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(320px,100%),1fr));gap:10px}
    figure{margin:0;position:relative}
    main.sheet figure.large{grid-column:1/-1}
    figcaption{font-weight:bold;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    main.sheet figcaption{cursor:pointer}
    canvas{width:100%;display:block;touch-action:none;outline-offset:2px}
    output{position:absolute;pointer-events:none;background:#fffe;border:1px solid #bbb;border-radius:4px;
    padding:3px 6px;font:12px monospace;white-space:pre-wrap;max-width:420px;display:none;z-index:1}
    ul{margin:4px 0 0;padding-left:20px;color:#555;font-size:12px}
    main.sheet figure:not(.large) ul,figure p{display:none}
    main.sheet figure p{display:block;margin:2px 0 6px;color:#666;font-size:12px}
    """

  static let script = #"""
    "use strict";
    const colors = {ended:"#9fd3a6", cancelled:"#f0c96b", recognized:"#9cc0ea", rejected:"#d5d5d5"};
    const axes = [["x","#1f6fb4"],["y","#2f8f4e"],["z","#d1500c"]];
    const main = document.querySelector("main"), gravity = document.querySelector("#gravity");
    const redraws = [];
    // The first index whose time is not before `time`.
    function find(t, time) {
      let low = 0, high = t.length;
      while (low < high) { const mid = (low + high) >> 1; if (t[mid] < time) low = mid + 1; else high = mid; }
      return low;
    }
    function ticks(from, to, count) {
      let step = 1e-6, factors = [2, 2.5, 2], n = 0;
      while ((to - from) / step > count) step *= factors[n++ % 3];
      const list = [];
      for (let n = Math.ceil(from / step); n * step <= to; n++) list.push(+(n * step).toFixed(6));
      return list;
    }
    function show(r) {
      const figure = main.appendChild(document.createElement("figure"));
      const caption = figure.appendChild(document.createElement("figcaption"));
      caption.textContent = r.name;
      const canvas = figure.appendChild(document.createElement("canvas"));
      canvas.tabIndex = 0;
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", r.name + ": " + (r.marks.map(m => m.text).join("; ") || "no motion"));
      figure.appendChild(document.createElement("p")).textContent = r.summary;
      const output = figure.appendChild(document.createElement("output"));
      const rejected = r.marks.filter(m => m.meaning == "rejected");
      if (r.thinned) figure.appendChild(document.createElement("p")).textContent = r.thinned;
      if (rejected.length) {
        const list = figure.appendChild(document.createElement("ul"));
        for (const m of rejected) list.appendChild(document.createElement("li")).textContent = m.end.toFixed(2) + " s  " + m.text;
      }
      const first = r.t.length ? r.t[0] : 0, last = r.t.length ? Math.max(r.t[r.t.length - 1], first + 0.001) : 1;
      let from = first, to = last, pointer = null;
      const value = (axis, i) => gravity.checked ? r["a" + axis][i] : r["a" + axis][i] - r["g" + axis][i];
      const breaks = new Set(r.breaks), picture = document.createElement("canvas");
      const isSmall = () => main.className == "sheet" && figure.className != "large";
      let left = 46, right = 0, panels = [];
      const place = time => left + (time - from) / (to - from) * (right - left);
      const timeAt = x => from + (x - left) / (right - left) * (to - from);

      function draw() {
        const small = isSmall(), width = canvas.clientWidth, scale = devicePixelRatio || 1;
        const heights = small ? [110] : r.amplitude ? [240, 110, 110] : [240];
        left = small ? 4 : 46; right = width - (small ? 4 : 12);
        let top = small ? 6 : 18;
        panels = heights.map(h => { const p = [top, top + h]; top += h + (small ? 12 : 22); return p; });
        // Lanes of events.
        const c = canvas.getContext("2d");
        c.font = "11px sans-serif";
        const lanes = [];
        if (!small) for (const m of r.marks) if (m.meaning != "rejected" && m.end >= from && m.start <= to) {
          const text = c.measureText(m.text).width + 10, start = Math.max(place(m.start), left), end = Math.min(place(m.end), right);
          const bar = Math.max(end, start + 3), side = bar + text <= right ? "right" : start - text >= 0 ? "left" : "inside";
          const a = side == "left" ? start - text : start, b = side == "right" ? bar + text : Math.max(bar, side == "inside" ? start + text : 0);
          let row = lanes.findIndex(l => l.end <= a);
          if (row < 0) row = lanes.push({end: 0, marks: []}) - 1;
          lanes[row].end = b;
          lanes[row].marks.push([m, start, bar, side]);
        }
        const height = top + (small ? 0 : 6 + lanes.length * 18);
        canvas.style.height = height + "px";
        canvas.width = width * scale; canvas.height = height * scale;
        c.scale(scale, scale);
        c.font = "11px sans-serif";
        c.fillStyle = "#fff"; c.fillRect(0, 0, width, height);
        const bottom = panels[panels.length - 1][1];
        for (const m of r.marks) if (m.end >= from && m.start <= to) {
          c.globalAlpha = m.meaning == "recognized" ? 1 : 0.35;
          c.fillStyle = colors[m.meaning];
          const a = Math.max(place(m.meaning == "recognized" ? m.end : m.start), left), b = Math.min(place(m.end), right);
          c.fillRect(a, panels[0][0], Math.max(b - a, 2), bottom - panels[0][0]);
        }
        c.globalAlpha = 1;
        const span = to - from, [unit, unitName] = span > 7200 ? [3600, "h"] : span > 600 ? [60, "min"] : [1, "s"];
        const times = small ? [] : ticks(from / unit, to / unit, Math.max(2, width / 90)).map(t => t * unit);
        for (const p of panels) {
          c.strokeStyle = "#eee";
          for (const t of times) { c.beginPath(); c.moveTo(place(t), p[0]); c.lineTo(place(t), p[1]); c.stroke(); }
          c.strokeStyle = "#bbb"; c.strokeRect(left, p[0], right - left, p[1] - p[0]);
        }
        c.fillStyle = "#666"; c.textAlign = "center";
        for (const t of times) c.fillText(+(t / unit).toFixed(6) + " " + unitName, place(t), bottom + 14);
        const i0 = Math.max(find(r.t, from) - 1, 0), i1 = Math.min(find(r.t, to) + 1, r.t.length);
        let low = gravity.checked ? -1 : -5, high = gravity.checked ? 11 : 5;
        for (let i = i0; i < i1; i++) for (let k = 0; k < 3; k++) { const v = value(k, i); if (v < low) low = v; if (v > high) high = v; }
        const margin = (high - low) * 0.04; low -= margin; high += margin;
        const lines = [[0, low, high, axes.map((a, k) => [a[1], i => value(k, i)])]];
        if (r.amplitude && !small) {
          let most = 1.3 * swingAmplitude;
          for (let i = i0; i < i1; i++) most = Math.max(most, 1.05 * r.amplitude[i]);
          lines.push([1, 0, most, [["#7a4fa3", i => r.amplitude[i]]]], [2, -6, 6, [["#0b7f8a", i => r.score[i]]]]);
        }
        for (const [n, min, max, curves] of lines) {
          const p = panels[n], y = v => p[1] - (Math.min(Math.max(v, min), max) - min) / (max - min) * (p[1] - p[0]);
          if (!small) { c.textAlign = "right"; for (const v of ticks(min, max, n ? 4 : 7)) {
            c.strokeStyle = v == 0 ? "#bbb" : "#eee"; c.beginPath(); c.moveTo(left, y(v)); c.lineTo(right, y(v)); c.stroke();
            c.fillStyle = "#666"; c.fillText(v, left - 5, y(v) + 4);
          } }
          c.save(); c.beginPath(); c.rect(left, p[0], right - left, p[1] - p[0]); c.clip();
          for (const [color, get] of curves) {
            // Draw the minimum and maximum of each pixel column.
            c.strokeStyle = color; c.beginPath();
            let column = -1, lo = 0, hi = 0, end = 0, isDown = false;
            const flush = () => { if (column >= 0 && hi != lo) { c.lineTo(column, y(lo)); c.lineTo(column, y(hi)); c.lineTo(column, y(end)); } };
            for (let i = i0; i < i1; i++) {
              const v = get(i);
              if (v === null || breaks.has(i)) { flush(); column = -1; isDown = false; if (v === null) continue; }
              const px = place(r.t[i]);
              if (px - column >= 1 || column < 0) {
                flush(); column = px; lo = hi = v;
                if (isDown) c.lineTo(px, y(v)); else c.moveTo(px, y(v));
                isDown = true;
              } else { if (v < lo) lo = v; if (v > hi) hi = v; }
              end = v;
            }
            flush(); c.stroke();
          }
          if (n == 1) { c.fillStyle = "#7a4fa3"; for (const s of r.swings) { c.beginPath(); c.arc(place(s[1]), y(s[2]), 3, 0, 7); c.fill(); } }
          if (n) {
            const v = n == 1 ? swingAmplitude : 0;
            c.strokeStyle = "#c33"; c.setLineDash([4, 3]); c.beginPath(); c.moveTo(left, y(v)); c.lineTo(right, y(v)); c.stroke(); c.setLineDash([]);
          }
          c.restore();
        }
        if (!small) {
          c.textAlign = "left";
          axes.forEach((a, k) => { c.fillStyle = a[1]; c.fillText(a[0], left + 14 * k, panels[0][0] - 5); });
          c.fillStyle = "#666"; c.fillText("m/s², " + (gravity.checked ? "with" : "without") + " gravity", left + 46, panels[0][0] - 5);
          if (r.amplitude) {
            // A narrow screen has room for half of it.
            const wide = width >= 480;
            c.fillStyle = "#7a4fa3"; c.fillText((wide ? "amplitude of the swing under way, m/s²; ● swings of " : "swing, m/s²; ● of ") + swingAmplitude + " and more count", left, panels[1][0] - 5);
            c.fillStyle = "#0b7f8a"; c.fillText((wide ? "score of the swings in a row" : "score") + "; 0 or more is a shake", left, panels[2][0] - 5);
          }
          lanes.forEach((lane, row) => { for (const [m, start, bar, side] of lane.marks) {
            const y = bottom + 22 + row * 18;
            c.fillStyle = colors[m.meaning]; c.fillRect(start, y, bar - start, 13);
            c.fillStyle = "#333"; c.textAlign = side == "left" ? "right" : "left";
            c.fillText(m.text, side == "right" ? bar + 4 : side == "left" ? start - 4 : start + 4, y + 10, width - 8);
          } });
        }
        picture.width = canvas.width; picture.height = canvas.height;
        picture.getContext("2d").drawImage(canvas, 0, 0);
        point();
      }

      // The picture as it was drawn, and the values under the pointer on it.
      function point() {
        const c = canvas.getContext("2d"), scale = devicePixelRatio || 1;
        c.setTransform(1, 0, 0, 1, 0, 0);
        c.drawImage(picture, 0, 0);
        c.scale(scale, scale);
        if (pointer !== null && r.t.length) showValues(c, isSmall());
        else output.style.display = "none";
      }

      function showValues(c, small) {
        const time = timeAt(pointer);
        let i = Math.min(find(r.t, time), r.t.length - 1);
        if (i > 0 && time - r.t[i - 1] < r.t[i] - time) i--;
        const x = place(r.t[i]);
        if (x < left - 1 || x > right + 1) { output.style.display = "none"; return; }
        c.strokeStyle = "#333"; c.beginPath(); c.moveTo(x, panels[0][0]); c.lineTo(x, panels[panels.length - 1][1]); c.stroke();
        let text = r.t[i].toFixed(3) + " s\n" + axes.map((a, k) => a[0] + " " + value(k, i).toFixed(2)).join("  ") + " m/s²";
        const all = Math.hypot(value(0, i), value(1, i), value(2, i));
        text += "\n|a| " + all.toFixed(2) + " m/s²";
        if (r.amplitude) text += "\namplitude " + r.amplitude[i].toFixed(1) + (r.score[i] === null ? "" : "  score " + r.score[i].toFixed(1));
        for (const m of r.marks) if (m.start - 0.01 <= r.t[i] && r.t[i] <= m.end + 0.01) text += "\n" + m.text;
        output.textContent = text;
        output.style.display = "block";
        output.style.top = (small ? 20 : 40) + "px";
        const isRight = x > (left + right) / 2;
        output.style.left = isRight ? "" : x + 10 + "px";
        output.style.right = isRight ? canvas.clientWidth - x + 10 + "px" : "";
      }

      function zoom(factor, center) {
        const span = Math.min(Math.max((to - from) * factor, Math.min(0.02, last - first)), last - first);
        const share = (center - from) / (to - from);
        move(center - share * span, span);
      }
      function move(start, span) {
        from = Math.min(Math.max(start, first), last - span); to = from + span;
        draw();
      }
      canvas.addEventListener("wheel", e => {
        if (isSmall() && !e.ctrlKey) return;
        e.preventDefault(); zoom(Math.exp(Math.max(-1, Math.min(1, e.deltaY / 200))), timeAt(e.offsetX));
      }, {passive: false});
      let grip = null;
      canvas.addEventListener("pointerdown", e => { grip = [e.offsetX, from]; canvas.setPointerCapture(e.pointerId); });
      canvas.addEventListener("pointerup", () => { grip = null; });
      canvas.addEventListener("pointermove", e => {
        pointer = e.offsetX;
        if (grip) move(grip[1] - (e.offsetX - grip[0]) / (right - left) * (to - from), to - from); else point();
      });
      canvas.addEventListener("pointerleave", () => { pointer = null; point(); });
      canvas.addEventListener("dblclick", () => { from = first; to = last; draw(); });
      canvas.addEventListener("keydown", e => {
        const span = to - from, middle = (from + to) / 2;
        if (e.key == "+" || e.key == "=") zoom(0.7, middle);
        else if (e.key == "-") zoom(1 / 0.7, middle);
        else if (e.key == "0") { from = first; to = last; draw(); }
        else if (e.key == "ArrowLeft") move(from - span / 8, span);
        else if (e.key == "ArrowRight") move(from + span / 8, span);
        else return;
        e.preventDefault();
      });
      caption.addEventListener("click", () => {
        if (main.className != "sheet") return;
        figure.className = figure.className == "large" ? "" : "large";
        draw();
      });
      redraws.push(draw);
      draw();
    }
    recordings.forEach(show);
    const redraw = () => redraws.forEach(draw => draw());
    gravity.addEventListener("change", redraw);
    addEventListener("resize", redraw);

    """#
}
