// Decisions about a recorded game, each with what the rules say of it at once, and the slip of one.

const OUTCOMES = { upheld: 'right', overturned: 'wrong', undecided: 'undecided' };

class Decisions {
  // `recorded(event)` is told that the game goes on with that event.
  constructor(requests, recorded) {
    const byId = (id) => document.getElementById(id);
    this.requests = requests;
    this.recorded = recorded;
    this.form = byId('decision');
    this.decided = byId('decided');
    this.list = byId('rulings');
    this.game = null;
    byId('kind').addEventListener('change', () => this.#showKind());
    byId('try').addEventListener('click', () => this.#rule(true));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#rule(false);
    });
    this.#showKind();
  }

  // `game`: its name and players; null for a draft, about which nothing is decided.
  async open(game) {
    this.game = game;
    this.form.hidden = game === null;
    document.getElementById('decide-first').hidden = game !== null;
    this.decided.replaceChildren();
    this.list.replaceChildren();
    if (game === null) return;
    document.getElementById('penalty-player').replaceChildren(...game.players.map((name, index) =>
      make('option', { value: `P${index + 1}` }, name === '' ? `P${index + 1}` : `P${index + 1} ${name}`)));
    await this.refresh();
  }

  // The decision is about the table after an event; `comments` say what was found there.
  at(event, comments) {
    const chips = (id, texts, take) => document.getElementById(id).replaceChildren(...texts.map((text) =>
      make('button', { type: 'button', click: () => take(text) }, text)));
    document.getElementById('decide-at').value = event;
    chips('claims', event === 0 ? [] : [`not legal(${event})`, `legal(${event})`], (claim) => this.claim(claim));
    const cited = comments.flatMap((comment) => [...comment.matchAll(/\[([\w.-]+)\]/g)].map(([, clause]) => clause));
    chips('clauses', [...new Set(cited)], (clause) => {
      const field = document.getElementById('cite');
      if (!field.value.split(/[\s,]+/).includes(clause)) field.value = `${field.value} ${clause}`.trim();
    });
  }

  claim(claim) {
    document.getElementById('kind').value = 'ruling';
    this.#showKind();
    document.getElementById('claim').value = claim;
  }

  async refresh() {
    const [told] = itemsOf(await this.requests.ask('rulings', { game: this.game.name }));
    const rulings = told?.rulings ?? [];
    const others = told?.discretion ?? [];
    const standing = rulings.filter(({ supersededBy }) => supersededBy === 0);
    document.getElementById('supersedes').replaceChildren(make('option', { value: '' }, 'no earlier ruling'),
      ...standing.map(({ event, claim, judge }) => make('option', { value: event }, `event ${event}: ${claim} (${judge})`)));
    this.list.replaceChildren(...rulings.map((one) => this.#ruling(one)), ...others.map((one) => make('li', {},
      make('p', {}, `Event ${one.event}: `, said(one.what), said(`, ${one.judge}`)), said(one.note, 'p'), this.#slipLink(one.event))));
  }

  #ruling({ event, judge, claim, note, outcome, why, supersededBy }) {
    const kind = supersededBy === 0 ? OUTCOMES[outcome] : 'replaced';
    return make('li', { class: kind }, make('p', {}, make('span', { class: 'tag' }, kind), ' ', said(claim, 'b'),
      said(` ${judge}, event ${event}`, 'small')), said(why, 'p'), note === '' ? null : said(note, 'p'), this.#slipLink(event));
  }

  #slipLink(event) {
    return make('p', {}, make('a', { href: `#slip/${event}/${encodeURIComponent(this.game.name)}` }, `Slip of event ${event}`));
  }

  #showKind() {
    const kind = document.getElementById('kind').value;
    for (const part of this.form.querySelectorAll('[class*="of-"]')) part.hidden = !part.classList.contains(`of-${kind}`);
  }

  #said() {
    const value = (id) => document.getElementById(id).value.trim();
    const kind = value('kind');
    const common = { game: this.game.name, judge: value('judge') };
    const at = value('decide-at');
    if (kind === 'ruling') {
      return { ...common, at, claim: value('claim'), note: value('note'), supersedes: value('supersedes'),
        cite: value('cite').split(/[\s,]+/).filter((clause) => clause !== '') };
    }
    if (kind === 'penalty') return { ...common, penalty: value('penalty'), player: value('penalty-player'), note: value('note') };
    if (kind === 'rewind') return { ...common, rewind: at, note: value('note') };
    return { ...common, minutes: value('minutes') };
  }

  async #rule(isTrial) {
    const show = (...parts) => this.decided.replaceChildren(...parts);
    try {
      const ran = await this.requests.ask('rule', { ...this.#said(), 'dry-run': isTrial });
      const answer = ran.lines.find((line) => 'answer' in line)?.answer;
      if (answer === undefined) return show(said(errorOf(ran), 'p', { class: 'mistake' }));
      const outcome = OUTCOMES[answer.outcome] ?? '';
      show(make('article', { class: `answered ${outcome}` }, make('h3', {}, isTrial ? 'Not recorded yet: ' : `Event ${answer.event} is recorded. `,
        outcome === '' ? null : make('span', { class: 'tag' }, outcome)), said(answer.why ?? '', 'p'),
      isTrial ? null : this.#slipLink(answer.event)));
      if (isTrial) return undefined;
      document.getElementById('claim').value = '';
      document.getElementById('note').value = '';
      await this.recorded(answer.event);
      return this.refresh();
    } catch (error) {
      return show(said(error.message, 'p', { class: 'mistake' }));
    }
  }
}

// The slip of a decision, to print; with a QR code if its certificate is published.
class SlipView {
  constructor(requests) {
    this.requests = requests;
    document.getElementById('print').addEventListener('click', () => window.print());
    document.getElementById('certify').addEventListener('click', () => this.#certify());
  }

  async show(game, ruling) {
    const byId = (id) => document.getElementById(id);
    this.about = { game, ruling };
    const slip = await this.requests.ask('slip', this.about);
    byId('slip-back').href = `#game/${encodeURIComponent(game)}`;
    byId('slip-title').textContent = slip.title;
    byId('slip').classList.toggle('replaced', !slip.stands);
    byId('slip-rows').replaceChildren(...slip.rows.map(({ label, lines }) => make('div', {},
      make('dt', {}, label), make('dd', {}, lines.map((line) => said(line))))));
    byId('signers').replaceChildren(...[...slip.signers, 'Day and time'].map((one) => make('li', {}, make('bdi', {}, one))));
    byId('certify').hidden = !slip.canCertify || slip.certificate !== null;
    byId('certificate').hidden = slip.certificate === null;
    byId('slip-told').textContent = '';
    if (slip.certificate !== null) this.#drawCode(slip.certificate);
    document.title = `${slip.title} - ${game}`;
  }

  async #certify() {
    const ran = await this.requests.ask('certify', this.about);
    if (ran.status === 0) await this.show(this.about.game, this.about.ruling);
    else document.getElementById('slip-told').textContent = errorOf(ran);
  }

  // With the quiet border of four modules that readers need.
  #drawCode({ address, modules }) {
    const code = document.getElementById('qr');
    code.setAttribute('viewBox', `-4 -4 ${modules.length + 8} ${modules.length + 8}`);
    const dark = modules.flatMap((row, y) => [...row].flatMap((module, x) => (module === '1' ? [`M${x} ${y}h1v1h-1z`] : [])));
    code.replaceChildren(makeSvg('path', { d: dark.join('') }));
    document.getElementById('certificate-address').textContent = address;
  }
}
