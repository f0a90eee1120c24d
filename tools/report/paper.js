// Adds to the printed page the boards that matter (those in dispute, with the one on which the page opens first, and the
// last one), and reduces a long transcript to the turns that matter.
// Invariant: this lasts only while the page is printed, and omissions are stated.

const MOST_BOARDS = 3;
const MOST_LINES = 400;

class Paper {
  // `told` states which lines are printed.
  constructor(root, told, story) {
    this.root = root;
    this.told = told;
    this.story = story;
    window.addEventListener('beforeprint', () => this.fill());
    window.addEventListener('afterprint', () => this.#clear());
  }

  fill() {
    this.root.replaceChildren(...this.#points().map((at) => {
      const board = make('div', { class: 'board' });
      new BoardView(board, this.story, () => {}).show(at);
      const when = this.story.text(this.story.board(at).get('g')[0]);
      return make('section', {}, make('h2', {}, at === this.story.events ? 'The board at the end'
        : `The board at event ${at}${when === '' ? '' : `, ${when}`}`), board);
    }));
    this.#leaveOut();
  }

  #clear() {
    this.root.replaceChildren();
    this.told.textContent = '';
    for (const line of document.querySelectorAll('.far')) line.classList.remove('far');
  }

  // The disputed points: the one on which the page opens, those that stand, those that do not.
  #disputed() {
    const { disputes, opens } = this.story.data;
    const of = (standing) => disputes.filter(([, , stands]) => (stands === 1) === standing).map(([at]) => at);
    return [...new Set([opens, ...of(true), ...of(false)])];
  }

  #points() {
    return [...new Set([...this.#disputed().slice(0, MOST_BOARDS - 1), this.story.events])];
  }

  // Prints only part of a long game: the lines around the dispute, turn by turn, then the last turns.
  #leaveOut() {
    const lines = [...document.querySelectorAll('.turn li[id]')];
    if (lines.length <= MOST_LINES) return;
    const turns = [...document.querySelectorAll('.turn')].map((turn) => [...turn.querySelectorAll('li[id]')]);
    const turnOf = (event) => turns.findIndex((turn) => turn.some((line) => line.id === `e${event}`));
    const [first, ...others] = this.#disputed().map((at) => Math.max(0, turnOf(at)));
    const wanted = [first, first - 1, first + 1, ...others, ...[...turns.keys()].reverse()];
    const kept = new Set();
    for (const index of new Set(wanted.filter((one) => one >= 0 && one < turns.length))) {
      const room = MOST_LINES - kept.size;
      // A turn that is too long is printed around its disputed point.
      const at = index === first ? this.story.data.opens : 0;
      const near = [...turns[index]].sort((one, other) => Math.abs(number(one) - at) - Math.abs(number(other) - at));
      if (near.length <= room || kept.size === 0) for (const line of near.slice(0, room)) kept.add(line);
    }
    for (const line of lines) line.classList.toggle('far', !kept.has(line));
    this.told.textContent = `On paper: events ${ranges([...kept].map(number))} of ${this.story.events}.`;

    function number(line) {
      return Number(line.id.slice(1));
    }
  }
}

// "1 to 40, 52 to 60".
function ranges(numbers) {
  const runs = [];
  for (const one of [...numbers].sort((a, b) => a - b)) {
    if (runs.length !== 0 && runs.at(-1)[1] === one - 1) runs.at(-1)[1] = one;
    else runs.push([one, one]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}
