// Plots over the whole game: the time line with the players' values, turns, findings and rulings, and a single value.
// Invariant: events are at even distances, the first at the left inset and the last at the right one.

const THUMB = 16;  // the width of the slider's thumb, as report.css has it

// The flags on the time line, one for each event with a note: [{event, kind}], in order.
function marksOf(document) {
  return [...document.querySelectorAll('#findings [data-event], #rulings [data-event]')].map((entry) => ({
    event: Number(entry.dataset.event), kind: entry.className })).filter(({ event }) => event !== 0)
    .sort((one, other) => one.event - other.event);
}

// The beginnings of the turns: [{event, turn}].
function turnsOf(story) {
  return story.series('g', ([, turn]) => turn).map(([event, turn]) => ({ event, turn }));
}

// From top to bottom: the players' life or honor, from zero up, then the turns as bands with their findings and rulings.
const COURSE = { top: 14, height: 36 };
const TURNS = { text: 14, top: 18, height: 20, below: 50 };

class TimeLine {
  constructor(svg, story, marks) {
    this.svg = svg;
    this.story = story;
    this.marks = marks;
    this.turns = turnsOf(story);
    this.courses = story.courses();
    const whole = this.courses.flatMap(({ points }) => points.map(([, amount]) => amount)).filter((one) => one !== null);
    this.bounds = [Math.min(0, ...whole), Math.max(0, ...whole)];
    // Without courses there are only the turns.
    const isPlain = this.bounds[0] === this.bounds[1];
    this.turnsAt = { text: TURNS.text + (isPlain ? 0 : TURNS.below), top: TURNS.top + (isPlain ? 0 : TURNS.below) };
    this.svg.classList.toggle('plain', isPlain);
    this.svg.setAttribute('aria-label', this.#words());
    new ResizeObserver(() => this.draw()).observe(svg);
  }

  // The lines in words.
  #words() {
    const told = this.courses.map(({ seat, name, points }) => {
      const known = points.filter(([, amount]) => amount !== null);
      return `${name} of ${this.story.player(seat)}: from ${known[0][1]} to ${known.at(-1)[1]}`;
    });
    return told.length === 0 ? 'The turns of the game' : told.join('; ');
  }

  x(event) {
    return THUMB / 2 + (this.width - THUMB) * (this.story.events === 0 ? 0 : event / this.story.events);
  }

  draw() {
    this.width = this.svg.clientWidth;
    if (this.width === 0) return;
    const bottom = this.turnsAt.top + TURNS.height;
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${bottom}`);
    const bands = this.turns.map(({ event, turn }, index) => {
      const from = this.x(event);
      const to = this.x(this.turns[index + 1]?.event ?? this.story.events);
      const band = makeSvg('rect', { class: turn === 0 ? 'before' : turn % 2 === 1 ? 'odd' : 'even', x: from, y: this.turnsAt.top,
        width: Math.max(to - from, 0), height: TURNS.height });
      const fits = to - from > 8 + 7 * String(turn).length;
      return [band, turn !== 0 && fits ? makeSvg('text', { x: from + 3, y: this.turnsAt.text }, `T${turn}`) : null];
    });
    this.svg.replaceChildren(...this.#drawCourses(), ...bands.flat().filter((one) => one !== null), ...this.#drawFlags());
  }

  // Only the gravest of overlapping flags is drawn.
  #drawFlags() {
    const drawn = new Map();
    for (const { event, kind } of this.marks) {
      const at = Math.round(this.x(event));
      if (!/certain|wrong/.test(drawn.get(at) ?? '')) drawn.set(at, kind);
    }
    // If they are close, a mark below for each: flags would hide the line.
    const isCrowded = drawn.size > this.width / 12;
    const { top } = this.turnsAt;
    const { height } = TURNS;
    return [...drawn].map(([x, kind]) => makeSvg('path', { class: `flag ${kind}`,
      d: isCrowded ? `M${x} ${top + height - 5}v5` : flagShape(kind, x, top, height) }));
  }

  #drawCourses() {
    const [least, most] = this.bounds;
    if (least === most) return [];
    const y = (amount) => COURSE.top + COURSE.height * (1 - (amount - least) / (most - least));
    const zero = makeSvg('path', { class: 'zero', d: `M0 ${y(0)}H${this.width}` });
    const scale = [...new Set([least, most])].filter((amount) => amount !== 0).map((amount) =>
      makeSvg('text', { x: 1, y: y(amount) - 4 }, amountText(amount)));
    const lines = this.courses.map(({ points }, index) => makeSvg('path', { class: `course of-${index % 4}`,
      d: stepsOf(points, this.story.events, (event) => this.x(event), y) }));
    return [zero, ...scale, ...lines, ...this.#labels(y)];
  }

  // The end of each course, above its line; below it if another one ends close above.
  #labels(y) {
    const ends = this.courses.map(({ seat, points }, index) => ({ seat, index,
      last: points.findLast(([, amount]) => amount !== null)[1] })).sort((one, other) => other.last - one.last);
    return ends.map(({ seat, index, last }, place) => {
      const isClose = place !== 0 && y(last) - y(ends[place - 1].last) < 13;
      return makeSvg('text', { class: `of-${index % 4}`, x: this.width - 1, 'text-anchor': 'end',
        y: y(last) + (isClose ? 12 : -4) }, `P${seat} ${amountText(last)}`);
    });
  }
}

// The shape of a flag by its kind, so that they differ not only in colour: a full flag for a broken rule or a wrong
// ruling, a round one if right, an open one if undecided; none if it no longer counts.
function flagShape(kind, x, top, height) {
  const pole = `M${x} ${top}v${height}`;
  if (/replaced|withdrawn/.test(kind)) return `M${x} ${top + height - 8}v8`;
  if (/right/.test(kind)) return `${pole}M${x} ${top}h3a4 4 0 0 1 0 8h-3z`;
  return `${pole}M${x} ${top}h8l-2.5 4 2.5 4h-8z`;
}

// [event, value] as a path of steps.
function stepsOf(points, events, x, y) {
  let path = '';
  points.forEach(([event, amount], index) => {
    if (amount === null) return;
    const after = points[index - 1]?.[1] ?? null;
    path += after === null ? `M${x(event)} ${y(amount)}` : `V${y(amount)}`;
    path += `H${x(points[index + 1]?.[0] ?? events)}`;
  });
  return path;
}

// A value over the game as steps, from zero; `points` are those of Story.series. `go` gets the event under the pointer.
function plot(story, points, { at, printed = null, label, go }) {
  const [width, height, left, right, top, bottom] = [390, 110, 34, 8, 8, 18];
  const amounts = points.map(([, amount]) => amount).filter((amount) => amount !== null);
  const least = Math.min(0, ...amounts, printed ?? 0);
  const most = Math.max(0, ...amounts, printed ?? 0);
  const x = (event) => left + (width - left - right) * (story.events === 0 ? 0 : event / story.events);
  const y = (amount) => (most === least ? height / 2 - 6
    : top + (height - top - bottom) * (1 - (amount - least) / (most - least)));
  const path = stepsOf(points, story.events, x, y);
  const turns = turnsOf(story).filter(({ turn }) => turn !== 0);
  const each = Math.ceil(turns.length / 9);
  const grid = turns.filter((_, index) => index % each === 0).flatMap(({ event, turn }) => [
    makeSvg('path', { class: 'grid', d: `M${x(event)} ${top}V${height - bottom}` }),
    makeSvg('text', { x: x(event), y: height - 5, 'text-anchor': 'middle' }, `T${turn}`)]);
  const scale = [...new Set([least, 0, most])].map((amount) => makeSvg('text', { x: left - 6, y: y(amount) + 4,
    'text-anchor': 'end' }, amountText(amount)));
  const told = points.map(([event, amount]) => `${amount === null ? 'none' : amount} from event ${event}`).slice(0, 50);
  return makeSvg('svg', { class: 'plot', viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': `${label}: ${told.join(', ')}`, click: (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width * width - left) / (width - left - right);
      go(Math.round(share * story.events));
    } }, grid, scale,
  printed === null ? null : makeSvg('path', { class: 'printed', d: `M${left} ${y(printed)}H${width - right}` }),
  makeSvg('path', { class: 'line', d: path }),
  makeSvg('path', { class: 'now', d: `M${x(at)} ${top - 4}V${height - bottom + 4}` }));
}
