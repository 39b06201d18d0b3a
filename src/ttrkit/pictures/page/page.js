"use strict";
(() => {
const SVG = "http://www.w3.org/2000/svg";
const LOOKS = 6; // seats with a colour and a pattern of their own
const $ = (id) => document.getElementById(id);
const source = $("data");
const game = JSON.parse(source.textContent);
source.remove(); // so that the page holds nothing that is not shown

// Frames: every step has what changed; all of them are put together once.
const frames = [game.start];
for (const step of game.steps) frames.push({...frames[frames.length - 1], ...step});
const end = frames.length - 1;
const seats = game.names.length;
const teamOf = [];
game.teams.forEach((members, team) => members.forEach((seat) => { teamOf[seat] = team; }));
const inTeams = game.teams.some((members) => members.length > 1);
let at = 0, view = game.seat, timer = null, noting = null, drawn = null;

// Small helpers ----------------------------------------------------------------------------
function make(tag, attributes = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) found.setAttribute(name, value);
  }
  found.append(...children);
  return found;
}
const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

function card(colour, n) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "-6 -6 12 12");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", game.symbols[game.colours[colour]]);
  path.setAttribute("fill", "currentColor");
  picture.append(path);
  const name = game.colours[colour];
  const words = make("span", {class: "unseen"}, ` ${name}`);
  return make("span", {class: `card c${colour}`, title: `${n} ${name}`}, picture, String(n), words);
}
function cards(counts) {
  const found = make("span", {class: "cards"});
  counts.forEach((n, colour) => { if (n) found.append(card(colour, n)); });
  return found.childNodes.length ? found : document.createTextNode("none");
}

// The map ----------------------------------------------------------------------------------
const map = document.querySelector("#map svg");
const glows = map.querySelector(".glows"), pieces = map.querySelector(".pieces");
const cities = [...map.querySelectorAll(".city, .junction")].filter((e) => !e.closest(".legend"));
const routes = [...map.querySelectorAll("g[data-route]")].map((group) => {
  const spaces = group.querySelector(".space").getAttribute("d").split(/(?=M)/);
  const title = group.querySelector("title");
  return {group, spaces, title, words: title.textContent.replace(/; free$/, ""), trains: []};
});
function shape(tag, attributes) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
}
function trainsOf({group, spaces}, owners) { // seats that share a route take turns on its spaces
  const [x, y] = group.dataset.at.split(" ").map(Number), n = owners.length;
  const found = [shape("path", {class: "case", d: spaces.join("")})];
  owners.forEach((seat, number) => {
    const d = spaces.filter((_, at) => at % n === number).join(""), look = seat % LOOKS;
    found.push(shape("path", {class: `train seat${look}`, d}));
    if (look) found.push(shape("path", {class: "coat", fill: `url(#ttrkit-p${look})`, d}));
  });
  owners.forEach((seat, number) => {
    const cx = x + 11.5 * (number - (n - 1) / 2);
    const text = shape("text", {class: "number", x: cx, y: y + 3.3});
    text.textContent = seat;
    found.push(shape("circle", {class: "badge", cx, cy: y, r: 5.6}), text);
  });
  return found;
}

function drawMap(frame, places) {
  routes.forEach((route, n) => {
    const owners = frame[`route ${n}`] || [], {group, title, words} = route;
    if ((group.dataset.owner || "") !== owners.join()) {
      route.trains.forEach((each) => each.remove());
      route.trains = owners.length ? trainsOf(route, owners) : [];
      group.append(...route.trains);
      if (owners.length) group.dataset.owner = owners.join();
      else delete group.dataset.owner;
      const who = owners.map((seat) => game.names[seat]).join(" and ");
      title.textContent = `${words}; ${who ? `of ${who}` : "free"}`;
    }
    group.classList.toggle("last", places.includes(n));
  });
  cities.forEach((city, n) => city.classList.toggle("last", places.includes(game.cities[n])));
  const shown = frame.pieces.join();
  if (shown !== drawn) {
    pieces.innerHTML = frame.pieces.map((n) => game.pieces[n]).join(""); // made by us, escaped
    drawn = shown;
  }
}

// Ways on the map: those of tickets and of the longest route ----------------------------------
const around = game.cities.map(() => []); // by city: the routes there
game.routes.forEach(([a, b], n) => { around[a].push(n); around[b].push(n); });
function wayOf(frame, goal, team, more) { // `more`: besides its own, "free" or "taken" routes
  let [joined, ...rest] = goal.map((cities) => new Set(cities)), missing = 0;
  const way = [];
  while (rest.length) {
    const found = nearest(frame, joined, rest, team, more);
    if (!found) return null;
    if (!way.length) joined = new Set(); // of a region, only the city that is joined
    for (const n of found.way) joined.add(game.routes[n][0]).add(game.routes[n][1]);
    joined.add(found.city);
    way.push(...found.way);
    missing += found.missing;
    rest = rest.filter((cities) => ![...cities].some((city) => joined.has(city)));
  }
  return {way, missing};
}
function nearest(frame, begins, wanted, team, more) {
  const cost = game.cities.map(() => Infinity), before = [], open = new Set(begins);
  for (const city of begins) cost[city] = 0;
  while (open.size) {
    let city = null;
    for (const each of open) if (city === null || cost[each] < cost[city]) city = each;
    open.delete(city);
    if (wanted.some((cities) => cities.has(city))) {
      const way = [];
      for (let back = city; before[back]; back = before[back][1]) way.push(before[back][0]);
      return {city, way, missing: Math.floor(cost[city] + 1e-9)};
    }
    for (const n of around[city]) {
      const [a, b, length] = game.routes[n], other = a === city ? b : a;
      const owners = frame[`route ${n}`] || [];
      const own = owners.some((seat) => teamOf[seat] === team);
      if (!own && more !== (owners.length ? "taken" : "free")) continue;
      const next = cost[city] + (own ? length / 1000 : length);
      if (next < cost[other]) {
        cost[other] = next;
        before[other] = [n, city];
        open.add(other);
      }
    }
  }
  return null;
}
function bestWay(frame, goals, team, more) { // that with the fewest trains to go
  const ways = goals.map((goal) => wayOf(frame, goal, team, more)).filter((way) => way);
  return ways.length ? ways.reduce((a, b) => (b.missing < a.missing ? b : a)) : null;
}
function light(way) {
  routes.forEach((route, n) => route.group.classList.toggle("lit", way.includes(n)));
  map.classList.toggle("pointed", way.length > 0);
}
function pointer(words, way, more = {}) {
  const on = () => light(way()), off = () => light([]);
  return make("button", {
    ...more, type: "button", onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off, onclick: on,
  }, words);
}
function ticketLine(n, team, frame) {
  const [words, goals] = game.tickets[n];
  const isDone = frame.completed.includes(n); // perhaps by routes that a station borrows
  const found = isDone
    ? bestWay(frame, goals, team) || bestWay(frame, goals, team, "taken")
    : bestWay(frame, goals, team, "free");
  let fate = "no way left";
  if (isDone) fate = "✓ completed";
  else if (frame.turn[0] === null) fate = "✗ not completed";
  else if (found) fate = found.missing ? `${counted(found.missing, "train")} to go` : "joined";
  return make("li", {class: isDone ? "done" : null},
    pointer(words, () => (found ? found.way : [])), ` ${fate}`);
}

// The table, and the players ---------------------------------------------------------------
function pileContent(pile) {
  if (typeof pile === "number") return pile ? String(pile) : null;
  if (!pile) return null;
  const [kind, content, size] = pile;
  if (!size) return null;
  if (kind === "cards") return cards(content);
  return kind === "things" ? content : content.map((n) => game.tickets[n][0]).join(", ");
}
function drawTable(frame) {
  const list = make("dl");
  const row = (name, ...content) => list.append(make("dt", {}, name), make("dd", {}, ...content));
  const market = game.colours.map((_, colour) => frame.market.filter((c) => c === colour).length);
  row("Market", cards(market));
  row("Deck", `${counted(frame.deck, "card")}, ${sum(frame.discards)} discarded`);
  row("Tickets", `${frame["ticket deck"]} in the deck`);
  if (sum(frame["laid down"])) row("Laid down", cards(frame["laid down"]));
  game.piles.forEach(([name, per], n) => {
    const content = per === "game" ? pileContent(shownPile(frame, n)) : null;
    if (content) row(name, content);
  });
  const [seat, decision, left] = frame.turn;
  row("To move", seat === null ? "the game is over" : `${game.names[seat]} (${decision})`);
  if (left !== null && seat !== null) row("Last round", `${counted(left, "turn")} left`);
  $("table").replaceChildren(list);
}
function hidden(value, seat) { // what the chosen view shows of a hand or of tickets
  if (!Array.isArray(value) || view === null || seat === view || game.seat !== null) return value;
  return null;
}
function drawSeats(frame) {
  const over = frame.turn[0] === null;
  $("seats").replaceChildren(...game.names.map((name, seat) => {
    const hand = frame[`hand ${seat}`], held = frame[`tickets ${seat}`];
    const team = inTeams ? `, team ${teamOf[seat]}` : "";
    const box = make("article", {class: `seat s${seat}${frame.turn[0] === seat ? " turn" : ""}`},
      make("h2", {}, `${name} `, make("span", {}, `seat ${seat}${team}`)),
      make("div", {}, `${counted(frame[`score ${seat}`], "point")}, `
        + `${counted(frame[`trains ${seat}`], "train")} left`));
    box.style.borderLeftColor = `var(--seat${seat % LOOKS})`;
    const mine = hidden(hand, seat);
    const total = typeof hand === "number" ? hand : sum(hand);
    box.append(make("div", {}, "Hand: ", Array.isArray(mine) ? cards(mine) : counted(total, "card")));
    const tickets = over ? held : hidden(held, seat);
    if (Array.isArray(tickets)) {
      box.append(make("ul", {class: "tickets", "aria-label": `Tickets of ${name}`},
        ...tickets.map((n) => ticketLine(n, teamOf[seat], frame))));
    } else {
      const n = typeof held === "number" ? held : held.length;
      box.append(make("div", {}, counted(n, "ticket")));
    }
    game.piles.forEach(([pile, per, owner], n) => {
      const own = per === "seat" && owner === seat;
      const shared = per === "team" && owner === teamOf[seat] && game.teams[owner][0] === seat;
      if (!own && !shared) return;
      const content = pileContent(shownPile(frame, n));
      if (content) box.append(make("div", {}, `${pile}${shared ? " (team)" : ""}: `, content));
    });
    return box;
  }));
}
function shownPile(frame, n) { // what the chosen view shows of a pile
  const [, per, owner, seen] = game.piles[n], pile = frame[`pile ${n}`];
  if (view === null || game.seat !== null || !Array.isArray(pile) || seen === "all") return pile;
  if (frame.turn[0] === null && pile[0] === "tickets") return pile; // at the end they are shown
  const team = per === "seat" ? teamOf[owner] : owner;
  const isOwn = per === "seat" ? owner === view : team === teamOf[view];
  if (isOwn ? seen !== "none" : seen === "team" && team === teamOf[view]) return pile;
  return pile[2];
}

// The log ----------------------------------------------------------------------------------
const list = document.querySelector("#log ol");
function wordsOf(line) {
  return view !== null && line.seen && line.seen[view] !== undefined ? line.seen[view] : line.words;
}
function effects(line) {
  const known = (line.completed || []).filter(([, team]) => view === null || team === teamOf[view]);
  return known.map(([ticket]) => `✓ ${ticket} is completed`);
}
function drawLog() {
  let turn = 0;
  list.replaceChildren(...game.log.map((line, n) => {
    const number = line.turn !== turn ? String(line.turn) : "";
    turn = line.turn;
    const words = [wordsOf(line), line.points ? `  ${line.points}` : ""].join("");
    const found = make("li", {}, make("button", {type: "button", onclick: () => go(n + 1)},
      make("span", {class: "n"}, number), make("span", {class: "w"}, words,
        ...effects(line).map((each) => make("div", {class: "done"}, each)),
        ...(line["last round"] ? [make("div", {class: "done"}, "The last round begins")] : []))));
    return found;
  }));
}
function markLog() {
  [...list.children].forEach((item, n) => {
    item.classList.toggle("later", n >= at);
    item.firstChild.tabIndex = n === Math.max(at - 1, 0) ? 0 : -1; // one of them is enough
    if (n === at - 1) {
      item.setAttribute("aria-current", "step");
      const top = item.offsetTop, bottom = top + item.offsetHeight;
      if (top < list.scrollTop) list.scrollTop = top;
      else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    } else item.removeAttribute("aria-current");
  });
  if (!at) list.scrollTop = 0;
}
function drawNow(line) {
  const said = line
    ? [wordsOf(line) + (line.points ? `  ${line.points}` : ""), ...effects(line),
       ...(line["last round"] ? ["The last round begins"] : [])]
    : ["The game begins"];
  $("now").replaceChildren(...said.map((each) => make("p", {}, each)));
}

// The score --------------------------------------------------------------------------------
function drawScore(frame) {
  const score = game.end, box = $("score");
  box.hidden = !score || at !== end || (view !== null && !score.final);
  if (box.hidden) return box.replaceChildren();
  const who = (team) => game.teams[team].map((seat) => game.names[seat]).join(" & ");
  const head = make("tr", {}, make("td"),
    ...game.teams.map((_, team) => make("th", {scope: "col"},
      who(team) + (score.winners.includes(team) ? " ★" : ""))));
  const rows = score.labels.map((label, n) => make("tr", {}, make("th", {scope: "row"}, label),
    ...score.sheets.map((sheet, team) => make("td", {}, label === "longest route"
      ? pointer(String(sheet[n]), () => score.longest[team], {"aria-label": `longest route of ${who(team)}: ${sheet[n]}`})
      : String(sheet[n])))));
  const tickets = make("tr", {}, make("th", {scope: "row"}, "tickets held"),
    ...score.tickets.map((held, team) => make("td", {class: "list"},
      make("ul", {class: "tickets"}, ...held.map((n) => ticketLine(n, team, frame))))));
  const total = make("tr", {}, make("th", {scope: "row"}, "total"),
    ...score.totals.map((n) => make("td", {}, String(n))));
  return box.replaceChildren(make("h2", {}, score.final ? "Final score" : "Score, if the game ended now"),
    make("div", {class: "scroll"}, make("table", {}, make("thead", {}, head),
      make("tbody", {}, ...rows, tickets), make("tfoot", {}, total))));
}

// Moving about -----------------------------------------------------------------------------
function draw() {
  const frame = frames[at], line = game.log[at - 1];
  const isHidden = line && view !== null && line.seen && line.seen[view] !== undefined;
  light([]);
  drawMap(frame, line && line.places && !isHidden ? line.places : []);
  drawTable(frame);
  drawSeats(frame);
  drawNow(line);
  drawScore(frame);
  $("slider").value = at;
  $("where").textContent = `step ${at} of ${end}` + (line ? `, turn ${line.turn}` : "");
  $("first").disabled = $("back").disabled = at === 0;
  $("next").disabled = $("end").disabled = at === end;
  $("position").hidden = !game.record || view !== null;
  $("text").hidden = true;
  $("text").value = "";
  $("copied").textContent = "";
  markLog();
  clearTimeout(noting);
  noting = setTimeout(noteAddress, 150); // browsers want few changes of the address
}
function noteAddress() {
  try {
    history.replaceState(null, "", `#${at}${game.seat === null && view !== null ? `/${view}` : ""}`);
  } catch { /* in a frame without an address */ }
}
function go(step) {
  at = Math.max(0, Math.min(end, step));
  if (at === end) pause();
  draw();
}
function pause() {
  clearInterval(timer);
  timer = null;
  $("play").textContent = "▶ Play";
  $("play").setAttribute("aria-label", "Play");
}
function play() {
  if (timer !== null) return pause();
  if (at === end) go(0);
  timer = setInterval(() => go(at + 1), Number($("speed").value));
  $("play").textContent = "⏸ Pause";
  return $("play").setAttribute("aria-label", "Pause");
}
function look(seat) {
  view = seat;
  $("view").value = seat === null ? "all" : String(seat);
  drawLog();
  draw();
}
function readAddress() {
  const [, step, seat] = location.hash.match(/^#(\d+)(?:\/(\d+))?$/) || [];
  const known = game.seat === null && seat !== undefined && Number(seat) < seats;
  at = Math.min(end, Number(step || 0));
  look(game.seat === null ? (known ? Number(seat) : null) : game.seat);
}
function recordText() {
  const {actions, head, shuffles, tail, steps} = game.record, [used, checksum] = steps[at];
  return `{"actions":[${actions.slice(0, at).join(",")}],${head}"shuffles":[`
    + `${shuffles.slice(0, used).join(",")}],${tail}"checksum":"${checksum}"}`;
}
async function copy() {
  const box = $("text");
  box.value = recordText();
  box.hidden = false;
  box.select();
  try {
    await navigator.clipboard.writeText(box.value);
    $("copied").textContent = "Copied: ttrkit.from_record(json.loads(…)) loads it.";
  } catch {
    $("copied").textContent = "Copy the text below: ttrkit.from_record(json.loads(…)) loads it.";
  }
}

// Doors --------------------------------------------------------------------------------------
const choices = game.seat === null
  ? [["all", "everything"], ...game.names.map((name, seat) => [String(seat), `what ${name} sees`])]
  : [[String(game.seat), `what ${game.names[game.seat]} sees`]];
$("view").append(...choices.map(([value, words]) => make("option", {value}, words)));
$("view").disabled = game.seat !== null;
$("view").addEventListener("change", (event) => {
  look(event.target.value === "all" ? null : Number(event.target.value));
});
$("slider").max = end;
$("slider").addEventListener("input", (event) => { pause(); go(Number(event.target.value)); });
for (const [id, step] of [["first", () => 0], ["back", () => at - 1], ["next", () => at + 1], ["end", () => end]]) {
  $(id).addEventListener("click", () => { pause(); go(step()); });
}
$("play").addEventListener("click", play);
$("speed").addEventListener("change", () => { if (timer !== null) { pause(); play(); } });
$("copy").addEventListener("click", copy);
addEventListener("hashchange", readAddress);
addEventListener("keydown", (event) => {
  const tag = event.target.tagName;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (tag === "SELECT" || tag === "TEXTAREA" || tag === "INPUT") return;
  const step = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end}[event.key];
  if (step !== undefined) { pause(); go(step); }
  else if (event.key === " " && tag !== "BUTTON") play();
  else return;
  event.preventDefault();
});
readAddress();
})();
