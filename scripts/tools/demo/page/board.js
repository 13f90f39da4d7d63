// My board: the goals of last, this and next week.
import { api, read } from './api.js';
import { button, field, form, h, select } from './dom.js';

const columns = { previous: 'Last week', this: 'This week', next: 'Next week' };
const groups = { professional: 'Professional', personal: 'Personal' };

/** Shows the three columns and the form for a new goal. */
export async function showBoard(content, { run, reload }) {
  const board = await read(api.GET('/goals/board'));
  const change = (work, done) =>
    run(async () => {
      await read(work());
      await reload();
    }, done);
  content.replaceChildren(
    h(
      'div',
      { class: 'board' },
      Object.entries(columns).map(([week, title]) => drawColumn(board[week], title, change)),
    ),
    h('h2', {}, 'New goal'),
    drawForm(change),
  );
}

function drawColumn(column, title, change) {
  const { week, readOnly } = column;
  return h(
    'section',
    { 'aria-label': title },
    h('h2', {}, title, readOnly ? h('span', { class: 'note' }, ' over') : null),
    ...Object.entries(groups).flatMap(([type, name]) => [
      h('h3', {}, name),
      column[type].length
        ? h(
            'ul',
            { class: 'rows' },
            column[type].map((goal) => h('li', {}, drawGoal(goal, { week, readOnly }, change))),
          )
        : h('p', { class: 'note' }, 'No goals'),
    ]),
  );
}

function drawGoal({ id, title, description, status }, { week, readOnly }, change) {
  const path = { goalId: id };
  const isCompleted = status === 'completed';
  const [targetWeek, direction] = week === 'this' ? ['next', 'Move to next week'] : ['this', 'Move to this week'];
  const setStatus = () =>
    api.PATCH('/goals/{goalId}', { params: { path }, body: { status: isCompleted ? 'active' : 'completed' } });
  const move = () => api.PATCH('/goals/{goalId}/move', { params: { path }, body: { targetWeek } });
  const toggle = isCompleted ? 'Reopen' : 'Complete';
  return h(
    'div',
    { class: isCompleted ? 'completed' : undefined },
    h('p', { class: 'text' }, isCompleted ? '✓ ' : '', title),
    description ? h('p', { class: 'text note' }, description) : null,
    readOnly
      ? null
      : h(
          'p',
          { class: 'actions' },
          button(toggle, () => change(setStatus, `${title}: ${isCompleted ? 'active' : 'completed'}.`), {
            label: `${toggle}: ${title}`,
          }),
          button(direction, () => change(move, `${title}: moved.`), { label: `${direction}: ${title}` }),
        ),
  );
}

function drawForm(change) {
  const fields = [
    field('Title', h('input', { name: 'title', autocomplete: 'off' })),
    field('Description', h('textarea', { name: 'description', rows: 2 })),
    h(
      'div',
      { class: 'fields' },
      field('Group', select('type', Object.entries(groups))),
      field(
        'Week',
        select('targetWeek', [
          ['this', 'This week'],
          ['next', 'Next week'],
        ]),
      ),
    ),
  ];
  return form('New goal', fields, 'Create', ({ description, ...goal }) =>
    change(() => api.POST('/goals', { body: { ...goal, ...(description && { description }) } }), 'Goal created.'),
  );
}
