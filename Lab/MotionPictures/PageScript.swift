// SPDX-License-Identifier: Apache-2.0

/// Style and program of ``Page``: it draws each recording on a canvas, again for each zoom.
enum PageScript {
  static let style = """
    \(SVG.dark("html"))
    body{font:13px sans-serif;margin:12px;color:#333;background:#fff}
    header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;margin-bottom:8px}
    header span{color:#777}
    header i{display:inline-block;width:11px;height:11px}
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
    const main = document.querySelector("main"), gravity = document.querySelector("#gravity");
    const redraws = [];
    // The first index whose time is not before `time`.
    function find(t, time) {
      let low = 0, high = t.length;
      while (low < high) { const mid = (low + high) >> 1; if (t[mid] < time) low = mid + 1; else high = mid; }
      return low;
    }
    // A time in the unit of the axis.
    const inUnit = (time, step, decimals) => (time / step[1]).toFixed(decimals) + " " + step[2];
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
      let left = layout.left, right = 0, panels = [], step = steps[0];
      const place = time => left + (time - from) / (to - from) * (right - left);
      const timeAt = x => from + (x - left) / (right - left) * (to - from);
      const curves = {
        acceleration: () => axes.map((a, k) => [a[1], i => value(k, i)]),
        amplitude: p => [[p.color, i => r.amplitude[i]]], score: p => [[p.color, i => r.score[i]]],
      };

      function draw() {
        const small = isSmall(), width = canvas.clientWidth, scale = devicePixelRatio || 1;
        panels = r.panels[+gravity.checked];
        if (small) panels = [{...panels[0], top: 6, bottom: 110, ticks: panels[0].few}];
        left = small ? 32 : layout.left; right = width - layout.right;
        const top = panels[0].top, bottom = panels.at(-1).bottom, density = (right - left) / (to - from);
        const lanes = small ? undefined : r.lanes.findLast(l => l.density <= density) || r.lanes[0];
        const height = bottom + 20 + (lanes ? 10 + lanes.count * layout.lane : 0);
        const c = canvas.getContext("2d");
        canvas.style.height = height + "px";
        canvas.width = width * scale; canvas.height = height * scale;
        c.scale(scale, scale);
        c.font = "11px sans-serif";
        c.fillStyle = "#fff"; c.fillRect(0, 0, width, height);
        for (const m of r.marks) if (m.end >= from && m.start <= to) {
          const isMoment = m.meaning == "recognized";
          c.globalAlpha = isMoment ? 1 : 0.35;
          c.fillStyle = colors[m.meaning];
          const a = Math.max(place(isMoment ? m.end : m.start), left), b = Math.min(place(m.end), right);
          c.fillRect(a, top, Math.max(b - a, 2), bottom - top);
        }
        c.globalAlpha = 1;
        step = steps.find(s => s[0] * density >= layout.tick) || steps.at(-1);
        const times = [];
        for (let n = Math.ceil(from / step[0]); n * step[0] <= to; n++) times.push(n * step[0]);
        c.fillStyle = "#666"; c.textAlign = "center";
        for (const t of times) c.fillText(+(t / step[1]).toFixed(6) + " " + step[2], place(t), bottom + 14);
        const i0 = Math.max(find(r.t, from) - 1, 0), i1 = Math.min(find(r.t, to) + 1, r.t.length);
        for (const p of panels) {
          const y = v => p.bottom - (Math.min(Math.max(v, p.low), p.high) - p.low) / (p.high - p.low) * (p.bottom - p.top);
          const across = v => { c.beginPath(); c.moveTo(left, y(v)); c.lineTo(right, y(v)); c.stroke(); };
          c.strokeStyle = "#eee";
          for (const t of times) { c.beginPath(); c.moveTo(place(t), p.top); c.lineTo(place(t), p.bottom); c.stroke(); }
          c.textAlign = "right"; c.fillStyle = "#666";
          for (const v of p.ticks) { c.strokeStyle = v == 0 ? "#bbb" : "#eee"; across(v); c.fillText(v, left - 5, y(v) + 4); }
          c.strokeStyle = "#bbb"; c.strokeRect(left, p.top, right - left, p.bottom - p.top);
          c.save(); c.beginPath(); c.rect(left, p.top, right - left, p.bottom - p.top); c.clip();
          for (const [color, get] of curves[p.content](p)) {
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
          if (p.content == "amplitude") { c.fillStyle = p.color; for (const s of r.swings) { c.beginPath(); c.arc(place(s[1]), y(s[2]), 3, 0, 7); c.fill(); } }
          if (p.threshold !== null) { c.strokeStyle = "#c33"; c.setLineDash([4, 3]); across(p.threshold); c.setLineDash([]); }
          c.restore();
          if (small) continue;
          c.textAlign = "left"; c.fillStyle = p.color;
          // A narrow screen has room for half of it.
          c.fillText(width >= 480 ? p.title : p.short, left + (p.content == "acceleration" ? 46 : 0), p.top - 6);
        }
        if (!small) axes.forEach((a, k) => { c.fillStyle = a[1]; c.fillText(a[0], left + 14 * k, top - 6); });
        if (lanes) lanes.rows.forEach((row, n) => {
          const m = r.marks[n], y = bottom + 30 + row * layout.lane;
          if (row < 0 || m.end < from || m.start > to) return;
          const start = Math.max(place(m.start), left), end = Math.max(Math.min(place(m.end), right), start + 3);
          c.fillStyle = colors[m.meaning]; c.fillRect(start, y, end - start, 14);
          c.fillStyle = "#333";
          c.fillText(m.text, Math.max(0, Math.min(end + 4, right - c.measureText(m.text).width)), y + 11, width - 8);
        });
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
        c.strokeStyle = "#333"; c.beginPath(); c.moveTo(x, panels[0].top); c.lineTo(x, panels.at(-1).bottom); c.stroke();
        let text = inUnit(r.t[i], steps[0], 3) + (step[1] > 1 ? ", " + inUnit(r.t[i], step, 4) : "") + "\n" + axes.map((a, k) => a[0] + " " + value(k, i).toFixed(2)).join("  ") + " m/s²";
        const all = Math.hypot(value(0, i), value(1, i), value(2, i));
        text += "\n|a| " + all.toFixed(2) + " m/s²";
        if (r.amplitude) text += "\namplitude " + r.amplitude[i].toFixed(1) + " m/s²" + (r.score[i] === null ? "" : "  score " + r.score[i].toFixed(1));
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
