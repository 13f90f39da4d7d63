// A board: the goals of last, this and next week. Its owner writes, moves, completes, copies and deletes them.
import { api, read } from './api.js';
import { t } from './language.js';
import { askingButton, badge, button, empty, field, form, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['Goal']} Goal */
/** @typedef {Schemas['BoardColumn']} Column */

/** The columns by week, with their titles. @returns {[week: 'previous' | 'this' | 'next', title: string][]} */
const listColumns = () => [
  ['previous', t.weeks.last],
  ['this', t.weeks.this],
  ['next', t.weeks.next],
];
/** @type {Goal['type'][]} */
const groups = ['professional', 'personal'];

export const board = {
  load: () => readBoard(),
  view: drawBoard,
};

/** Reads the board of a person; without one, of the reader. @param {string} [userId] */
export const readBoard = (userId) => read(api.GET('/goals/board', { params: { query: userId ? { userId } : {} } }));

/**
 * Draws the three columns.
 *
 * @param {Schemas['Board']} found
 * @param {Visit} visit
 */
export function drawBoard(found, visit) {
  const { viewerIsOwner } = found;
  return html`${viewerIsOwner ? drawNew(visit) : nothing}
    <div class="board">
      ${listColumns().map(([week, title]) => drawColumn(found[week], title, viewerIsOwner, visit))}
    </div>`;
}

/**
 * @param {Column} column
 * @param {string} title
 * @param {boolean} isOwner
 * @param {Visit} visit
 */
function drawColumn(column, title, isOwner, visit) {
  const goals = [...column.professional, ...column.personal];
  const done = goals.filter(({ status }) => status === 'completed').length;
  return html`<section aria-label=${title}>
    <div class="row">
      <h2>${title}</h2>
      ${goals.length ? badge(t.board.done(done, goals.length), done === goals.length ? 'good' : '') : nothing}
    </div>
    ${goals.length ? nothing : empty(t.board.noGoals)}
    <ul class="rows">
      ${goals.map((goal) => html`<li class="card goal">${drawGoal(goal, column, isOwner, visit)}</li>`)}
    </ul>
  </section>`;
}

/**
 * @param {Goal} goal
 * @param {Column} column
 * @param {boolean} isOwner
 * @param {Visit} visit
 */
function drawGoal(goal, { week, readOnly }, isOwner, visit) {
  const { id, title, description, status, type } = goal;
  const isDone = status === 'completed';
  const params = { path: { goalId: id } };
  const { change } = visit;
  const key = `goal ${id}`;
  /** @param {boolean} value */
  const setEditing = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  if (visit.parts[key]) return drawEdit(goal, visit, () => setEditing(false));
  /** @type {['next' | 'this', string]} */
  const [targetWeek, move] = week === 'this' ? ['next', t.board.moveToNext] : ['this', t.board.moveToThis];
  const copy = () =>
    api.POST('/goals', { body: { title, type, ...(description && { description }), targetWeek: 'this' } });
  /** @param {{ currentTarget: HTMLInputElement }} event */
  const toggle = ({ currentTarget }) => {
    currentTarget.checked = isDone; // until the change is made
    const becomes = isDone ? 'active' : 'completed';
    const body = /** @type {const} */ ({ status: becomes });
    return change(t.board[becomes](title), () => api.PATCH('/goals/{goalId}', { params, body }));
  };
  const actions = readOnly
    ? isDone
      ? nothing
      : button(t.board.copy, () => change(t.board.copied, copy), {
          label: t.board.copyOf(title),
          look: 'quiet',
        })
    : html`${button(t.common.edit, () => setEditing(true), { label: t.common.editOf(title), look: 'quiet' })}
      ${button(move, () => change(t.board.moved(title), () => api.PATCH('/goals/{goalId}/move', { params, body: { targetWeek } })), { label: t.board.moveOf(move, title), look: 'quiet' })}
      ${askingButton(visit, t.common.delete, t.board.ask, () => change(t.common.deleted, () => api.DELETE('/goals/{goalId}', { params })), t.common.deleteOf(title))}`;
  const name = html`<span class="text">${title}</span>`;
  return html`<div class=${isDone ? 'done' : ''}>
      ${
        isOwner && !readOnly
          ? html`<label class="check"><input type="checkbox" .checked=${isDone} @change=${toggle} />${name}</label>`
          : html`<p>${isDone ? '✓ ' : ''}${name}</p>`
      }
      ${description ? html`<p class="text note">${description}</p>` : nothing}
      <p class="note">${t.board[type]}</p>
    </div>
    ${isOwner ? html`<div class="actions">${actions}</div>` : nothing}`;
}

/**
 * A selection; `options` are pairs of value and text.
 *
 * @param {string} name
 * @param {readonly (readonly [value: string, text: string])[]} options
 */
const select = (name, options, chosen = '') =>
  html`<select name=${name}>
    ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
  </select>`;

/** @param {Partial<Goal>} goal */
const drawFields = ({ title = '', description = '', type } = {}) =>
  html`${field(t.board.title, html`<input name="title" required maxlength="200" autocomplete="off" .defaultValue=${title} />`)}
  ${field(t.board.details, html`<textarea name="description" rows="2" maxlength="5000" .defaultValue=${description}></textarea>`)}
  ${field(
    t.board.group,
    select(
      'type',
      groups.map((one) => /** @type {const} */ ([one, t.board[one]])),
      type,
    ),
  )}`;

/**
 * @param {Goal} goal
 * @param {Visit} visit
 * @param {() => void} cancel
 */
function drawEdit(goal, visit, cancel) {
  /** @param {Record<string, any>} body */
  const submit = async (body) => {
    await read(api.PATCH('/goals/{goalId}', { params: { path: { goalId: goal.id } }, body }));
    visit.parts[`goal ${goal.id}`] = false;
    return t.common.saved;
  };
  return form(visit, { label: t.common.editOf(goal.title), action: t.common.save, submit, cancel }, drawFields(goal));
}

/** @param {Visit} visit */
function drawNew(visit) {
  const weeks = listColumns().slice(1);
  /** @param {Record<string, any>} values */
  const submit = async ({ title, type, targetWeek, description }) => {
    const body = { title, type, targetWeek, ...(description && { description }) };
    await read(api.POST('/goals', { body }));
    return t.board.created;
  };
  return html`<details class="card" ?open=${visit.parts['isNewOpen'] === true}>
    <summary>${t.board.new}</summary>
    <div class="opened">
      ${form(visit, { label: t.board.new, action: t.board.create, submit }, html`${drawFields()} ${field(t.board.week, select('targetWeek', weeks))}`)}
    </div>
  </details>`;
}
