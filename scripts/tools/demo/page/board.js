// A board: the goals of last, this and next week. Its owner writes, moves, completes, copies and deletes them.
import { api, read } from './api.js';
import { askingButton, badge, button, empty, field, form, html, nothing } from './ui.js';

const columns = { previous: 'Last week', this: 'This week', next: 'Next week' };
const groups = { professional: 'Professional', personal: 'Personal' };
const choices = Object.entries(groups);

export const board = {
  title: 'My board',
  load: () => readBoard(),
  view: (found, visit) => drawBoard(found, visit),
};

/** Reads the board of a person; without one, of the reader. */
export const readBoard = (userId) => read(api.GET('/goals/board', { params: { query: userId ? { userId } : {} } }));

/** Draws the three columns. */
export function drawBoard(found, visit) {
  const { viewerIsOwner } = found;
  return html`${viewerIsOwner ? drawNew(visit) : nothing}
    <div class="board">
      ${Object.entries(columns).map(([week, title]) => drawColumn(found[week], title, viewerIsOwner, visit))}
    </div>`;
}

function drawColumn(column, title, isOwner, visit) {
  const goals = [...column.professional, ...column.personal];
  const done = goals.filter(({ status }) => status === 'completed').length;
  return html`<section aria-label=${title}>
    <div class="row">
      <h2>${title}</h2>
      ${goals.length ? badge(`${done} of ${goals.length} done`, done === goals.length ? 'good' : '') : nothing}
    </div>
    ${goals.length ? nothing : empty('No goals')}
    <ul class="rows">
      ${goals.map((goal) => html`<li class="card goal">${drawGoal(goal, column, isOwner, visit)}</li>`)}
    </ul>
  </section>`;
}

function drawGoal(goal, { week, readOnly }, isOwner, visit) {
  const { id, title, description, status, type } = goal;
  const isDone = status === 'completed';
  const params = { path: { goalId: id } };
  const { change } = visit;
  const key = `goal ${id}`;
  const setEditing = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  if (visit.parts[key]) return drawEdit(goal, visit, () => setEditing(false));
  const [targetWeek, move] = week === 'this' ? ['next', 'Move to next week'] : ['this', 'Move to this week'];
  const copy = () =>
    api.POST('/goals', { body: { title, type, ...(description && { description }), targetWeek: 'this' } });
  const toggle = ({ currentTarget }) => {
    currentTarget.checked = isDone; // until the change is made
    const body = { status: isDone ? 'active' : 'completed' };
    return change(`${title}: ${body.status}.`, () => api.PATCH('/goals/{goalId}', { params, body }));
  };
  const actions = readOnly
    ? isDone
      ? nothing
      : button('Copy to this week', () => change('Copied to this week.', copy), {
          label: `Copy to this week: ${title}`,
          look: 'quiet',
        })
    : html`${button('Edit', () => setEditing(true), { label: `Edit: ${title}`, look: 'quiet' })}
      ${button(move, () => change(`${title}: moved.`, () => api.PATCH('/goals/{goalId}/move', { params, body: { targetWeek } })), { label: `${move}: ${title}`, look: 'quiet' })}
      ${askingButton(visit, 'Delete', 'Delete this goal?', () => change('Deleted.', () => api.DELETE('/goals/{goalId}', { params })), `Delete: ${title}`)}`;
  const name = html`<span class="text">${title}</span>`;
  return html`<div class=${isDone ? 'done' : ''}>
      ${
        isOwner && !readOnly
          ? html`<label class="check"><input type="checkbox" .checked=${isDone} @change=${toggle} />${name}</label>`
          : html`<p>${isDone ? '✓ ' : ''}${name}</p>`
      }
      ${description ? html`<p class="text note">${description}</p>` : nothing}
      <p class="note">${groups[type]}</p>
    </div>
    ${isOwner ? html`<div class="actions">${actions}</div>` : nothing}`;
}

/** A selection; `options` are pairs of value and text. */
const select = (name, options, chosen = '') =>
  html`<select name=${name}>
    ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
  </select>`;

const drawFields = ({ title = '', description = '', type = '' } = {}) =>
  html`${field('Title', html`<input name="title" required maxlength="200" autocomplete="off" .defaultValue=${title} />`)}
  ${field('Details', html`<textarea name="description" rows="2" maxlength="5000" .defaultValue=${description}></textarea>`)}
  ${field('Group', select('type', choices, type))}`;

function drawEdit(goal, visit, cancel) {
  const submit = async (body) => {
    await read(api.PATCH('/goals/{goalId}', { params: { path: { goalId: goal.id } }, body }));
    visit.parts[`goal ${goal.id}`] = false;
    return 'Saved.';
  };
  return form(visit, { label: `Edit: ${goal.title}`, action: 'Save', submit, cancel }, drawFields(goal));
}

function drawNew(visit) {
  const weeks = Object.entries(columns).slice(1);
  const submit = async ({ description, ...goal }) => {
    await read(api.POST('/goals', { body: { ...goal, ...(description && { description }) } }));
    return 'Goal created.';
  };
  return html`<details class="card" ?open=${visit.parts.isNewOpen}>
    <summary>New goal</summary>
    <div class="opened">
      ${form(visit, { label: 'New goal', action: 'Create', submit }, html`${drawFields()} ${field('Week', select('targetWeek', weeks))}`)}
    </div>
  </details>`;
}
