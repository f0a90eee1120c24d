// Elements made from data. Foreign text goes in as text only, never as markup.

function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(document.querySelector('svg').namespaceURI, tag), attributes, children);
}

// A function as an attribute is an event listener. Attributes that are false and children that are null are left out.
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false && value !== null) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(2).filter((child) => child !== null));
  return element;
}

// The place of an element in the grid of its parent, for report.css. (A style in markup would be refused by the
// page's policy.)
function laid(element, properties) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(`--${name}`, value);
  return element;
}

// Text of the game, in its own direction.
function said(text, tag = 'span', attributes = {}) {
  return make(tag, { dir: 'auto', ...attributes }, text);
}

function eventLink(event) {
  return make('a', { href: `#e${event}` }, `event ${event}`);
}

// A statement and its reasons, as nested lists.
function statementList(statement) {
  const item = (one) => make('li', {}, said(one.what), one.value === '' ? null : [': ', said(one.value, 'b')],
    one.clause === '' ? null : [' ', make('cite', {}, one.clause)], one.event === 0 ? null : [' ', eventLink(one.event)],
    one.below.length === 0 ? null : make('ul', {}, one.below.map(item)));
  return make('ul', { class: 'why' }, item(statement));
}

// The clauses that statements cite, with their gist.
function clauseList(story, statements) {
  const cited = new Set();
  const collect = (statement) => {
    if (statement.clause !== '') cited.add(statement.clause);
    statement.below.forEach(collect);
  };
  statements.forEach(collect);
  const clauses = [...cited].filter((id) => Object.hasOwn(story.data.clauses, id));
  if (clauses.length === 0) return null;
  return make('dl', { class: 'clauses' }, clauses.flatMap((id) => {
    const [place, gist] = story.data.clauses[id];
    return [make('dt', {}, make('cite', {}, id), ` ${place}`), said(gist, 'dd')];
  }));
}

function gradeBadge(grade) {
  return make('span', { class: `grade ${GRADES[grade].toLowerCase()}` }, GRADES[grade]);
}
