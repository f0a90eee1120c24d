// The legend of the page: the flags on the time line, and the letters of the stats.
// Invariant: a sign is drawn by the same code as on the page, so the two look alike.

const FLAGS = [['certain', 'a finding: the rules do not allow what was done'],
  ['wrong', 'a ruling that is wrong: the rules give a different result'], ['perhaps', 'it is not known whether a rule was broken, or whether the ruling is right'],
  ['right', 'a ruling that is right: the rules agree'], ['replaced', 'what no longer counts: replaced, or taken back']];

function fillLegend(flags, letters, story) {
  const row = (sign, says) => make('div', {}, make('dt', { class: 'sign' }, sign), make('dd', {}, says));
  flags.replaceChildren(...FLAGS.map(([kind, says]) => row(makeSvg('svg', { class: 'signed', viewBox: '0 0 16 20',
    'aria-hidden': 'true' }, makeSvg('path', { class: `flag ${kind}`, d: flagShape(kind, 4, 0, 20) })), says)));
  const { stats, shorts } = story.data;
  const rows = stats.map((name, index) => [shorts[index], name]).filter(([short]) => short !== '')
    .map(([short, name]) => row(make('b', {}, short), said(name)));
  letters.hidden = rows.length === 0;
  letters.querySelector('dl').replaceChildren(...rows);
}
