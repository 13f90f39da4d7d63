// My team: the direct reports of the caller, and their summaries that await an answer.
import { api, read } from './api.js';
import { field, form, h, toRichText } from './dom.js';
import { drawScores, drawSummary, formatWeek } from './summary.js';

/** Shows both lists. */
export async function showTeam(content, { me, run, reload }) {
  const path = { userId: me.id };
  const query = { state: 'unanswered', direct: true, limit: 20 };
  const [people, { items, nextCursor }] = await Promise.all([
    read(api.GET('/org/users/{userId}/direct-reports', { params: { path } })),
    read(api.GET('/summaries', { params: { query } })),
  ]);
  if (people.length === 0) return content.replaceChildren(h('p', {}, 'Nobody reports to you.'));
  content.replaceChildren(
    h('h2', {}, 'Awaiting your answer'),
    items.length
      ? h(
          'ul',
          { class: 'rows' },
          items.map((summary) => drawRow(summary, run, reload)),
        )
      : h('p', {}, 'Every summary of your direct reports is answered.'),
    nextCursor ? h('p', { class: 'note' }, 'The newest 20 are shown.') : '',
    h('h2', {}, 'Direct reports'),
    h(
      'ul',
      { class: 'rows' },
      people.map(({ name, jobTitle, team }) => {
        return h('li', {}, name, h('span', { class: 'note' }, ` ${[jobTitle, team].filter(Boolean).join(', ')}`));
      }),
    ),
  );
}

/** Reads the texts when a row is opened for the first time. */
function drawRow(summary, run, reload) {
  const path = { summaryId: summary.id };
  const respond = ({ body }) =>
    run(async () => {
      await read(api.POST('/summaries/{summaryId}/response', { params: { path }, body: { body: toRichText(body) } }));
      await reload();
    }, `${summary.user.name} is notified of your answer.`);
  const open = ({ currentTarget: row }) => {
    if (!row.open || row.querySelector('form')) return;
    void run(async () => {
      const whole = await read(api.GET('/summaries/{summaryId}', { params: { path } }));
      const answer = field('Your answer', h('textarea', { name: 'body', rows: 3, required: true }));
      row.lastElementChild.replaceWith(
        drawSummary(whole),
        form(`Answer ${summary.user.name}`, [answer], 'Answer', respond),
      );
    });
  };
  const title = h('summary', {}, `${summary.user.name}: ${formatWeek(summary)}`);
  return h('li', {}, h('details', { ontoggle: open }, title, drawScores(summary)));
}
