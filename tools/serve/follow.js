// The page of a live table: shows the board that the server sends whenever the game continues (live_pages.h).
'use strict';

const board = document.getElementById('live-board');
const state = document.getElementById('state');
const source = new EventSource(board.dataset.follow);

// Each part of the board, such as a player, is an element, so that it stays in one column.
function partOf(text) {
  const part = document.createElement('span');
  part.textContent = text;
  return part;
}

source.onmessage = (message) => {
  const told = JSON.parse(message.data);
  board.replaceChildren(...told.board.trimEnd().split('\n\n').map(partOf));
  state.textContent = told.ended ? `The game is over, after event ${told.event}.` : `After event ${told.event}; this page follows the table.`;
  if (told.ended) source.close();
};
source.onerror = () => {
  state.textContent = source.readyState === EventSource.CLOSED
    ? 'This page no longer follows the table. Reload it in a while.' : 'The server does not answer. Trying again.';
};
