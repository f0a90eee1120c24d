// Questions about the table of the current line: values, acts that nobody did, why and why not.

class Questions {
  // `subject()` gives the game and the event that questions are about; `go` moves to an event.
  constructor(requests, subject) {
    const byId = (id) => document.getElementById(id);
    this.requests = requests;
    this.subject = subject;
    this.answer = byId('answer');
    this.when = byId('ask-when');
    this.act = new TypedField(byId('act'), byId('act-offers'), (begun) => requests.ask('offers', { ...subject(), begun }));
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
      return told.acts.map((one) => this.#answered(one.act, one.standing, one.grade, one.explanation));
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
  async explain(title, asked, whyNot = false) {
    await this.#ask(async () => {
      const told = await this.requests.ask('explain', { ...this.subject(), asked, whyNot });
      return [this.#answered(title, '', told.grade, told.explanation)];
    });
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

  #answered(asked, value, grade, explanation, notes = []) {
    return make('article', { class: 'answered' }, make('h3', {}, said(asked), value === '' ? null : [': ', said(value, 'b')], ' ',
      gradeBadge(GRADES.indexOf(grade))), notes.filter((note) => note !== '').map((note) => said(note, 'p')),
    statementList(statementOf(explanation)));
  }
}

// An explanation of an answer as the statements of a board (story.js).
function statementOf({ what, value, clause, event, children }) {
  return { what, value: value ?? '', clause: clause ?? '', event: event ?? 0, below: children.map(statementOf) };
}
