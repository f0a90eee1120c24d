// Decisions about a recorded game, each with what the rules say of it at once, the slip of one, and what would have
// followed if something had happened differently.

const OUTCOMES = { upheld: 'right', overturned: 'wrong', undecided: 'undecided' };

// The event that a ruling is about: the act whose legality it claims, else the table that it names.
function eventOf({ claim, at }) {
  return Number(/^(?:not )?(?:legal|broke)\((\d+)[^()]*\)$/.exec(claim)?.[1] ?? at);
}

function opposite(claim) {
  if (/^not \w+\([^()]*\)$/.test(claim)) return claim.slice('not '.length);
  return /^\w+\([^()]*\)$/.test(claim) ? `not ${claim}` : `not (${claim})`;
}

class Decisions {
  // `recorded(event)` is called after an event was added to the game, with the one to choose then; `commentsOn(event)`
  // returns what was found there.
  constructor(requests, recorded, commentsOn) {
    const byId = (id) => document.getElementById(id);
    this.requests = requests;
    this.recorded = recorded;
    this.commentsOn = commentsOn;
    this.event = 0;
    this.rulings = [];
    this.others = [];  // decisions without a claim
    this.form = byId('decision');
    this.decided = byId('decided');
    this.list = byId('rulings');
    this.game = null;
    const offers = (data) => requests.ask('offers', { game: this.game.game, ...data });
    this.claimField = new TypedField(byId('claim'), byId('claim-offers'),
      (begun) => offers({ at: Number(byId('decide-at').value), begun, expression: true }));
    this.branchField = new TypedField(byId('branch-line'), byId('branch-offers'),
      (begun) => offers({ at: Math.max(0, Number(byId('decide-at').value) - (byId('branch-how').value === 'edit' ? 1 : 0)), begun }));
    this.citeField = new TypedField(byId('cite'), byId('cite-offers'), (begun) => offers({ begun, clauses: true }));
    byId('kind').addEventListener('change', () => {
      this.#showKind();
      this.#showEvent();
    });
    byId('branch-how').addEventListener('change', () => this.#showKind());
    byId('decide-at').addEventListener('change', () => this.#showChips());
    byId('supersedes').addEventListener('change', (event) => this.#appeal(Number(event.target.value)));
    byId('try').addEventListener('click', () => this.#rule(true));
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#rule(false);
    });
    this.#showKind();
  }

  // `game`: as its log has it; null for a draft, which can have no decisions.
  async open(game) {
    this.game = game;
    this.rulings = [];
    this.others = [];
    this.form.hidden = game === null;
    document.getElementById('decide-first').hidden = game !== null;
    this.#empty();
    this.decided.replaceChildren();
    this.list.replaceChildren();
    if (game === null) return;
    const players = () => game.players.map((name, index) =>
      make('option', { value: `P${index + 1}` }, name === '' ? `P${index + 1}` : `P${index + 1} ${name}`));
    const judge = document.getElementById('judge');
    judge.readOnly = this.requests.me.name !== '';  // whoever was invited signs by that name
    if (judge.readOnly) judge.value = this.requests.me.name;
    document.getElementById('penalty-player').replaceChildren(...players());
    document.getElementById('account').replaceChildren(make('option', { value: '' }, 'nobody'), ...players());
    await this.refresh();
  }

  // Another event is chosen. What was written about the one before is not recorded with it.
  at(event) {
    if (event !== this.event && this.isBegun) {
      this.#empty(document.getElementById('kind').value);
      this.decided.replaceChildren();
    }
    this.event = event;
    this.#showEvent();
  }

  get isBegun() {
    return ['claim', 'cite', 'supersedes', 'penalty', 'minutes', 'note', 'branch-line'].some((id) => document.getElementById(id).value !== '');
  }

  // All but the judge's name.
  #empty(kind = 'ruling') {
    const judge = document.getElementById('judge').value;
    this.form.reset();
    document.getElementById('judge').value = judge;
    document.getElementById('kind').value = kind;
    this.#showKind();
    this.claimField.clearChips();
    this.citeField.clearChips();
    this.branchField.clearChips();
  }

  // A chosen ruling stands for the event that it is about, so that an appeal is about that one too. A rewind goes back to
  // before the event.
  #showEvent() {
    const ruling = this.rulings.find(({ event }) => event === this.event);
    const event = ruling === undefined ? this.event : eventOf(ruling);
    const isRewind = document.getElementById('kind').value === 'rewind';
    document.getElementById('decide-at').value = isRewind ? Math.max(0, event - 1) : event;
    this.#showChips();
  }

  #showChips() {
    const event = Number(document.getElementById('decide-at').value);
    const rulings = this.#standing().filter((one) => eventOf(one) === event);
    const claims = event === 0 || this.others.some((one) => one.event === event) ? [] : [`not legal(${event})`, `legal(${event})`];
    const all = new Set([...claims, ...rulings.map(({ claim }) => opposite(claim))]);
    document.getElementById('claims').replaceChildren(...[...all].map((claim) => {
      const replaced = rulings.find((one) => opposite(one.claim) === claim)?.event;
      return make('button', { type: 'button', click: () => this.claim(claim, replaced === undefined ? [] : this.clausesOf(event), replaced) }, said(claim),
        replaced === undefined ? null : make('small', {}, ` appeal of event ${replaced}`));
    }));
    document.getElementById('clauses').replaceChildren(...this.clausesOf(event).map((clause) =>
      make('button', { type: 'button', click: () => this.#cite(clause) }, clause)));
  }

  // The clauses that the comments on an event cite, else those of the last answer about it.
  clausesOf(event) {
    const cited = this.commentsOn(event).flatMap((comment) => [...comment.matchAll(/\[([\w.-]+)\]/g)].map(([, clause]) => clause));
    return [...new Set(cited.length === 0 && this.answered?.event === event ? this.answered.clauses : cited)];
  }

  // An explanation answers whether an event was legal.
  explained(event, explanation) {
    const clausesIn = ({ clause, children }) => [...(clause ? [clause] : []), ...(children ?? []).flatMap(clausesIn)];
    this.answered = { event, clauses: clausesIn(explanation) };
    this.#showChips();
  }

  #cite(clause) {
    const field = document.getElementById('cite');
    if (!field.value.split(/[\s,]+/).includes(clause)) field.value = `${field.value} ${clause}`.trim();
  }

  claim(claim, clauses = [], replaced = undefined) {
    document.getElementById('kind').value = 'ruling';
    this.#showKind();
    document.getElementById('claim').value = claim;
    clauses.forEach((clause) => this.#cite(clause));
    if (replaced === undefined) return;
    document.getElementById('supersedes').value = replaced;
    this.#forgetJudge();
  }

  // Whoever ruled first does not sign the appeal by mistake.
  #forgetJudge() {
    const judge = document.getElementById('judge');
    if (!judge.readOnly) judge.value = '';
  }

  // An appeal is about what the ruling that it replaces is about.
  #appeal(replaced) {
    const ruling = this.rulings.find(({ event }) => event === replaced);
    if (ruling === undefined) return;
    document.getElementById('decide-at').value = eventOf(ruling);
    document.getElementById('claim').value = ruling.claim;
    this.#forgetJudge();
    this.#showChips();
  }

  #standing() {
    return this.rulings.filter(({ supersededBy }) => supersededBy === 0);
  }

  async refresh() {
    const [told] = itemsOf(await this.requests.ask('rulings', { game: this.game.game }));
    this.rulings = told?.rulings ?? [];
    this.others = told?.discretion ?? [];
    const field = document.getElementById('supersedes');
    const chosen = field.value;
    field.replaceChildren(make('option', { value: '' }, 'no earlier ruling'),
      ...this.#standing().map(({ event, claim, judge }) => make('option', { value: event }, `event ${event}: ${claim} (${judge})`)));
    if (this.#standing().some(({ event }) => String(event) === chosen)) field.value = chosen;
    if (this.isBegun) this.#showChips();
    else this.#showEvent();
    this.list.replaceChildren(...this.rulings.map((one) => this.#ruling(one)), ...this.others.map((one) => this.#other(one)));
  }

  #other({ event, kind, judge, note, what, undone }) {
    return make('li', {}, make('p', {}, undone === undefined ? said(what) : make('b', {}, kind),
      said(` ${judge}, event ${event}`, 'small')), undone === undefined ? null : said(undone, 'p'), note === '' ? null : said(note, 'p'), this.#slipLink(event));
  }

  #ruling({ event, judge, claim, note, outcome, why, supersededBy }) {
    const kind = supersededBy === 0 ? OUTCOMES[outcome] : 'replaced';
    return make('li', { class: kind }, make('p', {}, make('span', { class: 'tag' }, kind), ' ', said(claim, 'b'),
      said(` ${judge}, event ${event}`, 'small')), said(why, 'p'), note === '' ? null : said(note, 'p'), this.#slipLink(event));
  }

  #slipLink(event) {
    return make('p', {}, make('a', { href: `#slip/${event}/${encodeURIComponent(this.game.game)}` }, `Slip of event ${event}`));
  }

  #showKind() {
    const kind = document.getElementById('kind').value;
    for (const part of this.form.querySelectorAll('[class*="of-"]')) part.hidden = !part.classList.contains(`of-${kind}`);
    document.getElementById('judge').required = kind !== 'branch';
    if (kind !== 'branch') return;
    const takesLine = ['edit', 'add'].includes(document.getElementById('branch-how').value);
    for (const id of ['branch-line-field', 'branch-offers']) document.getElementById(id).hidden = !takesLine;
  }

  #said() {
    const value = (id) => document.getElementById(id).value.trim();
    const kind = value('kind');
    const common = { game: this.game.game, judge: value('judge') };
    const at = value('decide-at');
    if (kind === 'ruling') {
      return { ...common, at, claim: value('claim'), note: value('note'), supersedes: value('supersedes'),
        cite: value('cite').split(/[\s,]+/).filter((clause) => clause !== '') };
    }
    if (kind === 'penalty') return { ...common, penalty: value('penalty'), player: value('penalty-player'), note: value('note') };
    if (kind === 'rewind') return { ...common, rewind: at, note: value('note') };
    return { ...common, minutes: value('minutes') };
  }

  // Makes a branch, and shows how it differs.
  async #branch() {
    const value = (id) => document.getElementById(id).value.trim();
    const [how, at, line] = [value('branch-how'), value('decide-at'), value('branch-line')];
    const change = { without: { without: at }, edit: { edit: `${at}: ${line}` }, add: { add: `after ${at}: ${line}` },
      stop: { at, stop: true } }[how];
    const show = (...parts) => this.#show(...parts);
    try {
      const ran = await this.requests.ask('branch', { game: this.game.game, account: value('account'), ...change });
      const made = ran.lines.find((one) => 'answer' in one)?.answer;
      if (made === undefined) return show(said(errorOf(ran), 'p', { class: 'mistake' }));
      show(make('article', { class: 'answered' }, make('h3', {}, make('a', { href: `#game/${encodeURIComponent(made.game)}` }, said(made.game)),
        `: ${made.events} events, as ${made.parent} up to event ${made.at}`),
      made.leftOut.map((one) => make('p', {}, `Not in it, event ${one.event}: `, said(one.what), said(`. ${one.why}`))),
      made.judged.map((one) => make('p', {}, one.found ? 'Found there, ' : 'Not found there, ', `event ${one.event}: `, said(one.what))),
      make('p', { class: 'actions' }, make('button', { type: 'button', click: () => this.compare(made.game) }, 'Compare'))));
    } catch (error) {
      show(said(error.message, 'p', { class: 'mistake' }));
    }
    return undefined;
  }

  // Shows the differences of a branch and its parent.
  async compare(branch) {
    const ran = await this.requests.ask('compare', { game: branch });
    const told = ran.lines.find((one) => 'answer' in one)?.answer;
    if (told === undefined) return this.#show(said(errorOf(ran), 'p', { class: 'mistake' }));
    const [here, there] = [told.left.game, told.right.game];
    const side = (name, of) => make('p', {}, said(name, 'b'), ': ', said(of === null ? 'nothing more' : of.what ?? of.value ?? ''),
      of?.clause ? [' ', make('cite', {}, of.clause)] : null, (of?.breaks ?? []).map((clause) => [' ', make('cite', {}, clause)]));
    const amount = (name, of) => make('p', {}, said(name, 'b'), ': ', said(of.value), of.event ? ` (event ${of.event})` : '',
      of.clause ? [' ', make('cite', {}, of.clause)] : null);
    return this.#show(make('article', { class: 'answered' }, make('h3', {}, said(`${here} and ${there}`)),
      make('p', {}, told.equal ? 'They are equal.' : `They are the same up to event ${told.shared}.`),
      told.first === null ? null : [side(here, told.first.left), side(there, told.first.right)],
      told.differences.map((one) => make('section', {}, make('h4', {}, said(`${one.subject}: ${one.field}`)),
        amount(here, one.left), amount(there, one.right)))));
  }

  async #rule(isTrial) {
    const decision = this.#said();
    if (document.getElementById('kind').value === 'branch') return this.#branch();
    try {
      const ran = await this.requests.ask('rule', { ...decision, 'dry-run': isTrial });
      const answer = ran.lines.find((line) => 'answer' in line)?.answer;
      if (answer === undefined) return this.#show(said(errorOf(ran), 'p', { class: 'mistake' }));
      if (!isTrial) {
        this.#empty();
        // A ruling leaves its event chosen: an appeal is about the same one.
        await this.recorded('claim' in decision ? Number(decision.at) : answer.event);
        await this.refresh();
      }
      const outcome = OUTCOMES[answer.outcome] ?? '';
      return this.#show(make('article', { class: `answered ${outcome}` },
        make('h3', {}, isTrial ? 'Not recorded yet' : `Event ${answer.event} is recorded`,
          outcome === '' ? null : [': ', make('span', { class: 'tag' }, outcome)]),
        isTrial ? said(answer.why ?? answer.undone ?? '', 'p') : this.#slipLink(answer.event)));  // the list has the reason
    } catch (error) {
      return this.#show(said(error.message, 'p', { class: 'mistake' }));
    }
  }

  // What came of a decision, in sight.
  #show(...parts) {
    this.decided.replaceChildren(...parts);
    this.decided.scrollIntoView({ block: 'nearest' });
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

  // With the margin of four modules that readers need.
  #drawCode({ address, modules }) {
    const code = document.getElementById('qr');
    code.setAttribute('viewBox', `-4 -4 ${modules.length + 8} ${modules.length + 8}`);
    const dark = modules.flatMap((row, y) => [...row].flatMap((module, x) => (module === '1' ? [`M${x} ${y}h1v1h-1z`] : [])));
    code.replaceChildren(makeSvg('path', { d: dark.join('') }));
    document.getElementById('certificate-address').textContent = address;
  }
}
