// Everything works without this file: it adds a clock, live sums, keys, and keeps a
// form from being sent twice. What decides is always the server.
"use strict";

(() => {
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // ---- a form is sent once; coming back to the page makes it usable again ----
  const release = () => {
    for (const form of $$("form[data-sent]")) delete form.dataset.sent;
    for (const b of $$("button[aria-busy]")) b.removeAttribute("aria-busy");
  };
  addEventListener("pageshow", release);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-una]")) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    event.submitter?.setAttribute("aria-busy", "true");
  });

  // ---- desk: once the next person is being typed, the verdict of the last one fades ----
  const desk = document.getElementById("comprobar");
  desk?.addEventListener("input", () => { document.querySelector(".outcome").dataset.stale = "1"; });

  // ---- scanner at the desk: it types the lines of a document where the number goes, each with
  // its Enter; the form waits for the last one. A second Enter in a row is a person's. ----
  const number = desk?.elements.numero;
  let held = false;
  number?.addEventListener("keydown", (event) => {
    const whole = [72, 88, 90].includes(number.value.replace(/\s/g, "").length);
    const holds = event.key === "Enter" && number.value.includes("<") && !whole && !held;
    if (holds) event.preventDefault();
    held = holds;
  });
  number?.addEventListener("keypress", (event) => { if (held && event.key === "Enter") event.preventDefault(); });

  // ---- clock: the server's, in Madrid ----
  for (const clock of $$("[data-reloj]")) {
    const gap = Number(clock.dataset.reloj) - Date.now();
    const format = new Intl.DateTimeFormat("es-ES", {
      timeZone: "Europe/Madrid", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
    });
    setInterval(() => { clock.textContent = format.format(Date.now() + gap); }, 1000);
  }

  // ---- keys: Escape and the function keys do what the page says ----
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const link = document.querySelector(`[data-tecla="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      if (link.matches("select, input")) link.focus();
      else link.click();
      if (link.matches("summary")) link.parentElement.querySelector("select, input:not([type=hidden])")?.focus();
    }
  });

  // ---- cloth and pack: the arrows go to the nearest button that way ----
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  for (const cloth of $$("[data-pano]")) {
    cloth.addEventListener("keydown", (event) => {
      const way = arrows[event.key];
      if (!way || event.target.tagName !== "BUTTON") return;
      event.preventDefault();
      const middle = (b) => { const r = b.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
      const [x, y] = middle(event.target);
      let best = null, least = Infinity;
      for (const b of $$("button", cloth)) {
        const [bx, by] = middle(b);
        const along = (bx - x) * way[0] + (by - y) * way[1];
        const aside = Math.abs((bx - x) * way[1]) + Math.abs((by - y) * way[0]);
        if (along > 1 && along + 3 * aside < least) [best, least] = [b, along + 3 * aside];
      }
      best?.focus();
    });
  }

  // ---- badge: the scanner types its text and Enter; the PIN comes next ----
  for (const badge of $$("[data-credencial]")) {
    badge.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (badge.value.trim()) badge.form.elements.pin.focus();
    });
  }

  // ---- ronda: a tap of the badge of its two people signs; any other wants its PIN ----
  for (const form of $$("form[data-ronda]")) {
    const members = form.dataset.ronda.split(" ");
    form.elements.credencial.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const who = form.elements.credencial.value.trim().replaceAll("'", "-").split("-")[1];
      const alone = !who || members.includes(who.toLowerCase());
      form.elements.pin.required = !alone;
      if (alone) return;
      event.preventDefault();
      form.elements.pin.focus();
    });
  }

  // ---- opening one: the scanner ends each badge with Enter, and the next field comes ----
  for (const form of $$("form[data-encadena]")) {
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
      const fields = $$("input:not([type=hidden])", form);
      const next = fields[fields.indexOf(event.target) + 1];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
  }

  // ---- counts: pieces × value, as they are typed ----
  const groups = (n) => n.replace(/\B(?=(\d{3})+$)/g, ".");
  const cifra = (cents) => `${groups((cents / 100n).toString())},${(cents % 100n).toString().padStart(2, "0")}`;
  const pieces = (text) => (/^\d{1,12}$/.test(text.trim()) ? BigInt(text.trim()) : 0n);
  const value = (text) => {
    const m = /^(\d{1,9})(?:,(\d{1,2}))?$/.exec(text.trim().replace(/\.(?=\d{3}(\D|$))/g, ""));
    return m ? BigInt(m[1]) * 100n + BigInt((m[2] ?? "").padEnd(2, "0")) : 0n;
  };
  const sum = (box) => {
    let total = 0n;
    for (const row of $$("tbody tr", box)) {
      const other = row.querySelector("[data-otro]");
      const field = row.querySelector("td:nth-child(2) input");
      const line = pieces(field.value) * (other ? value(other.value) : BigInt(field.dataset.valor));
      row.querySelector("[data-suma]").textContent = line ? cifra(line) : "";
      total += line;
    }
    box.querySelector("[data-total]").textContent = cifra(total);
  };
  for (const box of $$("[data-recuento]")) {
    box.addEventListener("input", () => sum(box));
    // Enter goes down the column, as on an adding machine; it never sends half a count.
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
      event.preventDefault();
      const all = $$("input:not([type=hidden]), button", box.form);
      all[all.indexOf(event.target) + 1]?.focus();
    });
  }

  // ---- parts that change by themselves ----
  const refresh = async (id) => {
    const here = document.getElementById(id);
    if (!here || document.hidden) return;
    const focus = here.contains(document.activeElement) ? document.activeElement : null;
    if (focus && focus.matches("input, textarea, select, summary")) return;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
      if (!fresh || !fresh.dataset.refresca) return location.reload();
      if (fresh.innerHTML === here.innerHTML) return;
      const href = focus?.getAttribute("href");
      here.replaceChildren(...fresh.childNodes);
      if (href) here.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus();
    } catch { /* the next one will do */ }
  };
  for (const part of $$("[data-refresca]")) {
    setInterval(() => refresh(part.id), Number(part.dataset.refresca) * 1000);
  }

  // ---- a file chosen fills the text it belongs to ----
  for (const file of $$("input[type=file][data-texto]")) {
    file.addEventListener("change", async () => {
      if (file.files[0]) document.getElementById(file.dataset.texto).value = await file.files[0].text();
    });
  }

  // ---- a term that a judge starts with a button: it counts down and says that it is over ----
  let counting;
  for (const button of $$("[data-cuenta]")) {
    button.addEventListener("click", () => {
      clearInterval(counting);
      const says = document.getElementById("cuenta");
      const end = Date.now() + Number(button.dataset.cuenta) * 1000;
      const show = () => {
        const left = Math.ceil((end - Date.now()) / 1000);
        says.textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : button.dataset.acaba;
        if (left <= 0) clearInterval(counting);
      };
      counting = setInterval(show, 250);
      show();
    });
  }

  // ---- copy ----
  for (const button of $$("[data-copia]")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copia).value);
      document.querySelector("[data-copiado]").textContent = "Copiado";
    });
  }

  // ---- a large file goes straight to the API, with its progress in sight ----
  for (const form of $$("form[data-carga]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const bar = form.querySelector("progress");
      const says = form.querySelector("[data-avance]");
      const request = new XMLHttpRequest();
      request.open("POST", `${form.dataset.carga}?fuente=${encodeURIComponent(form.elements.fuente.value)}`);
      request.setRequestHeader("X-CSRF-Token", form.elements._csrf.value);
      request.setRequestHeader("Content-Type", "text/csv");
      request.upload.addEventListener("progress", (e) => {
        bar.max = e.total;
        bar.value = e.loaded;
      });
      const tell = async () => {
        const answer = await fetch(form.dataset.avanza, { headers: { Accept: "application/json" } });
        if (!answer.ok) return;
        const { filas, retirando } = await answer.json();
        if (!ticking || !filas) return;
        if (retirando) bar.removeAttribute("value");
        says.textContent = retirando ? "En vigor; se retiran las líneas de la anterior…" : `${filas.toLocaleString("es-ES")} líneas comprobadas…`;
      };
      let ticking = setInterval(() => tell().catch(() => {}), 500);
      request.addEventListener("loadend", () => { clearInterval(ticking); ticking = 0; });
      says.textContent = "Enviando…";
      request.addEventListener("load", () => {
        if (request.status === 201) return location.assign(form.dataset.hecha);
        try { says.textContent = JSON.parse(request.responseText).detail; } catch { says.textContent = "No se ha podido importar."; }
        bar.hidden = true;
        release();
      });
      request.addEventListener("error", () => {
        says.textContent = "Se ha perdido la conexión: la lista anterior sigue en vigor.";
        bar.hidden = true;
        release();
      });
      bar.hidden = false;
      request.send(form.elements.fichero.files[0]);
    });
  }
})();
