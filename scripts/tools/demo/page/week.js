// My week: this week's summary, or the form to submit it, and the earlier weeks.
import { api, read } from './api.js';
import { field, form, formatDay, h, select, toRichText } from './dom.js';
import { drawSummary, formatWeek, scores, sections } from './summary.js';

const weeks = 8;

/** Shows the weeks of the caller, the current one first. */
export async function showWeek(content, { me, run, reload }) {
  const { items } = await read(api.GET('/summaries', { params: { query: { author: 'me', limit: weeks } } }));
  const current = items.find(({ weekStart }) => weekStart === me.currentWeek);
  const earlier = items.filter((summary) => summary !== current);
  content.replaceChildren(
    h('h2', {}, `This week, from ${formatDay(me.currentWeek)}`),
    current ? drawSummary(await readSummary(current)) : drawForm(me, run, reload),
    h('h2', {}, 'Earlier weeks'),
    earlier.length
      ? h(
          'ul',
          { class: 'rows' },
          earlier.map((summary) => drawRow(summary, run)),
        )
      : h('p', {}, 'None yet.'),
  );
}

function readSummary({ id }) {
  return read(api.GET('/summaries/{summaryId}', { params: { path: { summaryId: id } } }));
}

/** Reads the texts when a row is opened for the first time. */
function drawRow(summary, run) {
  const open = async ({ currentTarget: row }) => {
    if (row.open && row.children.length === 1)
      await run(async () => row.append(drawSummary(await readSummary(summary))));
  };
  const state = h('span', { class: 'note' }, summary.respondedAt ? 'answered' : 'not answered');
  return h('li', {}, h('details', { ontoggle: open }, h('summary', {}, formatWeek(summary), ' ', state)));
}

function drawForm(me, run, reload) {
  const points = ['5', '4', '3', '2', '1'].map((value) => [value, value]);
  const fields = [
    h(
      'div',
      { class: 'fields' },
      Object.entries(scores).map(([name, title]) => field(title, select(name, points))),
    ),
    ...Object.entries(sections).map(([name, title]) => field(title, h('textarea', { name, rows: 3 }))),
  ];
  return form('This week', fields, 'Submit', (values) =>
    run(async () => {
      const body = {
        weekStart: me.currentWeek,
        scores: Object.fromEntries(Object.keys(scores).map((name) => [name, Number(values[name])])),
        ...Object.fromEntries(Object.keys(sections).map((name) => [name, values[name]])),
        proud: toRichText(values.proud),
      };
      await read(api.POST('/summaries', { body }));
      await reload();
    }, 'Submitted. Your manager is notified.'),
  );
}
