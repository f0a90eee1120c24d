// Drawings over the whole game: the time line with its turns, findings and rulings, and a value plotted.
// Invariant: events lie at even distances, the first at the left inset and the last at the right one.

const THUMB = 16;  // the width of the slider's thumb, as report.css has it

// A flag on the time line for each event that something is to be said of: [{event, kind}], in order.
function marksOf(document) {
  return [...document.querySelectorAll('#findings [data-event], #rulings [data-event]')].map((entry) => ({
    event: Number(entry.dataset.event), kind: entry.className })).filter(({ event }) => event !== 0)
    .sort((one, other) => one.event - other.event);
}

// Where the turns begin: [{event, turn}].
function turnsOf(story) {
  return story.series('g', ([, turn]) => turn).map(([event, turn]) => ({ event, turn }));
}

class TimeLine {
  constructor(svg, story, marks) {
    this.svg = svg;
    this.story = story;
    this.marks = marks;
    this.turns = turnsOf(story);
    new ResizeObserver(() => this.draw()).observe(svg);
  }

  x(event) {
    return THUMB / 2 + (this.width - THUMB) * (this.story.events === 0 ? 0 : event / this.story.events);
  }

  draw() {
    this.width = this.svg.clientWidth;
    if (this.width === 0) return;
    this.svg.setAttribute('viewBox', `0 0 ${this.width} 36`);
    const bands = this.turns.map(({ event, turn }, index) => {
      const from = this.x(event);
      const to = this.x(this.turns[index + 1]?.event ?? this.story.events);
      const band = makeSvg('rect', { class: turn === 0 ? 'before' : turn % 2 === 1 ? 'odd' : 'even', x: from, y: 16, width: Math.max(to - from, 0),
        height: 20 });
      const fits = to - from > 8 + 7 * String(turn).length;
      return [band, turn !== 0 && fits ? makeSvg('text', { x: from + 3, y: 11 }, `T${turn}`) : null];
    });
    // Flags that would lie on one another are drawn once, the gravest of them.
    const drawn = new Map();
    for (const { event, kind } of this.marks) {
      const at = Math.round(this.x(event));
      if (drawn.get(at) !== 'certain') drawn.set(at, kind);
    }
    // Where they stand close, a mark below for each; flags would be a wall.
    const isCrowded = drawn.size > this.width / 12;
    const flags = [...drawn].map(([x, kind]) => makeSvg('path', { class: `flag ${kind}`,
      d: isCrowded ? `M${x} 31v5` : `M${x} 16v20M${x} 16h7l-2 3.5 2 3.5h-7z` }));
    this.svg.replaceChildren(...bands.flat().filter((one) => one !== null), ...flags);
  }
}

// A value over the game as steps, `points` as Story.series gives them. `go` is told the event that is pointed at.
function plot(story, points, { at, printed = null, label, go }) {
  const [width, height, left, right, top, bottom] = [390, 110, 34, 8, 8, 18];
  const amounts = points.map(([, amount]) => amount).filter((amount) => amount !== null);
  const least = Math.min(...amounts, printed ?? Infinity);
  const most = Math.max(...amounts, printed ?? -Infinity);
  const x = (event) => left + (width - left - right) * (story.events === 0 ? 0 : event / story.events);
  const y = (amount) => (most === least ? height / 2 - 6
    : top + (height - top - bottom) * (1 - (amount - least) / (most - least)));
  let path = '';
  points.forEach(([event, amount], index) => {
    if (amount === null) return;
    const after = points[index - 1]?.[1] ?? null;
    path += after === null ? `M${x(event)} ${y(amount)}` : `V${y(amount)}`;
    path += `H${x(points[index + 1]?.[0] ?? story.events)}`;
  });
  const turns = turnsOf(story).filter(({ turn }) => turn !== 0);
  const each = Math.ceil(turns.length / 9);
  const grid = turns.filter((_, index) => index % each === 0).flatMap(({ event, turn }) => [
    makeSvg('path', { class: 'grid', d: `M${x(event)} ${top}V${height - bottom}` }),
    makeSvg('text', { x: x(event), y: height - 5, 'text-anchor': 'middle' }, `T${turn}`)]);
  const scale = [...new Set([least, most])].map((amount) => makeSvg('text', { x: left - 6, y: y(amount) + 4,
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
