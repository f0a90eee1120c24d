// Questions about the table of the current line: values, hypothetical acts, why and why not, possible acts.

class Questions {
  // `subject()` gives the game and the event that questions are about; `intoLine(act)` puts an act into the typed line.
  constructor(requests, subject, intoLine) {
    const byId = (id) => document.getElementById(id);
    this.requests = requests;
    this.subject = subject;
    this.intoLine = intoLine;
    this.answer = byId('answer');
    this.when = byId('ask-when');
    this.act = new TypedField(byId('act'), byId('act-offers'), (begun) => requests.ask('offers', { ...subject(), begun }));
    this.value = new TypedField(byId('value'), byId('value-offers'),
      (begun) => requests.ask('offers', { ...subject(), begun, expression: true }));
    byId('what-may').addEventListener('click', () => this.askMoves('What may be done now'));
    byId('ask-act').addEventListener('submit', (event) => {
      event.preventDefault();
      this.askAct(byId('act').value.trim());
    });
    byId('ask-value').addEventListener('submit', (event) => {
      event.preventDefault();
      this.askValue(byId('value').value.trim());
    });
  }

  async askAct(act) {
    if (act === '') return;
    await this.#ask(async () => {
      const told = await this.requests.ask('ask', { ...this.subject(), acts: [act] });
      return told.acts.map((one) => this.#answered(one.act, one.standing, one.grade, one.explanation, [],
        make('p', { class: 'actions' }, make('button', { type: 'button', click: () => this.intoLine(one.act) }, 'Insert into the line'))));
    });
  }

  async askValue(expression) {
    if (expression === '') return;
    await this.#ask(async () => {
      const told = await this.requests.ask('ask', { ...this.subject(), expressions: [expression] });
      return told.answers.map((one) => this.#answered(one.expression, one.value, one.grade, one.explanation,
        [one.inWords, ...one.judged, ...one.unknown]));
    });
  }

  // `asked`: the words that docket explain takes, as ['legal', '27']; `title`: the same in words.
  // `actsOf(told)` returns buttons for the answer.
  async explain(title, asked, whyNot = false, actsOf = () => []) {
    await this.#ask(async () => {
      const told = await this.requests.ask('explain', { ...this.subject(), asked, whyNot });
      return [this.#answered(title, '', told.grade, told.explanation, [], make('p', { class: 'actions' }, actsOf(told)))];
    });
  }

  // The acts of a card, or of the player of the turn, by their verdict; one that is tapped is asked about.
  async askMoves(title, card = null, all = false) {
    await this.#ask(async () => {
      const { moves } = await this.requests.ask('moves', { ...this.subject(), all, ...(card === null ? {} : { card }) });
      const groups = new Map();
      for (const act of moves.acts) {
        const reason = JSON.stringify([act.verdict, act.grade, act.judged, act.reasons]);
        groups.set(reason, [...(groups.get(reason) ?? []), act]);
      }
      const counts = `${moves.legal} legal, ${moves.undecided} undecided, ${moves.illegal} illegal`;
      const kinds = moves.uncovered.map(({ act }) => act.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ');
      return [make('article', { class: 'answered moves' }, make('h3', {}, said(title), `: P${moves.player}`),
        make('p', {}, counts, moves.more ? '. There are more: ask about a card.' : ''),
        [...groups.values()].map((acts) => this.#moves(acts)),
        kinds === '' ? null : make('p', { class: 'aside' }, `No rule here covers: ${kinds}`),
        all || moves.illegal === 0 ? null : make('p', { class: 'actions' },
          make('button', { type: 'button', click: () => this.askMoves(title, card, true) }, 'Show illegal acts too')))];
    });
  }

  #moves(acts) {
    const [{ verdict, grade, judged, reasons }] = acts;
    const kind = { legal: 'right', ILLEGAL: 'wrong', IMPOSSIBLE: 'wrong' }[verdict] ?? 'undecided';
    return make('section', { class: kind }, make('h4', {}, make('span', { class: 'tag' }, verdict), ' ', gradeBadge(GRADES.indexOf(grade))),
      reasons.map((reason) => statementList(statementOf(reason))), judged === '' ? null : make('p', { class: 'aside' }, judged),
      make('div', { class: 'offers' }, acts.map(({ act }) => make('button', { type: 'button', click: () => this.askAct(act) }, said(act)))));
  }

  clear() {
    this.answer.replaceChildren();
  }

  async #ask(answer) {
    try {
      this.answer.replaceChildren(...await answer());
    } catch (error) {
      this.answer.replaceChildren(said(error.message, 'p', { class: 'mistake' }));
    }
    this.answer.scrollIntoView({ block: 'nearest' });
  }

  #answered(asked, value, grade, explanation, notes = [], ...acts) {
    return make('article', { class: 'answered' }, make('h3', {}, said(asked), value === '' ? null : [': ', said(value, 'b')], ' ',
      gradeBadge(GRADES.indexOf(grade))), notes.filter((note) => note !== '').map((note) => said(note, 'p')),
    statementList(statementOf(explanation)), acts);
  }
}

// An explanation of an answer as the statements of a board (story.js).
function statementOf({ what, value, clause, event, children }) {
  return { what, value: value ?? '', clause: clause ?? '', event: event ?? 0, below: (children ?? []).map(statementOf) };
}
