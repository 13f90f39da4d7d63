// A summary: as it is shown to its author and to those above, with an answer in place, and as a form.
import { drawAnswers } from './answers.js';
import { api, read } from './api.js';
import { formatTime, formatWeek, toPlainText, toRichText } from './text.js';
import { badge, field, form, html, nothing, person, rate, score, svg } from './ui.js';

/** The three scores: label, and the words for 1 and 5. */
export const scores = {
  qualityOfWork: ['Quality of work', 'poor', 'excellent'],
  personalWellbeing: ['Personal wellbeing', 'struggling', 'thriving'],
  professionalWellbeing: ['Professional wellbeing', 'struggling', 'thriving'],
};
/** The four sections with their labels; the first one is rich text. */
const sections = {
  proud: 'What I am proud of',
  obstacles: 'What was in the way',
  learned: 'What I learned',
  important: 'What matters next',
};

/** Reads a summary with its texts. */
export const readSummary = (id) => read(api.GET('/summaries/{summaryId}', { params: { path: { summaryId: id } } }));

/** Reads a summary that somebody else has written, with the answers that belong to it. */
export async function readWithAnswers(id) {
  const params = { path: { summaryId: id } };
  const [summary, { answers }] = await Promise.all([
    readSummary(id),
    read(api.GET('/summaries/{summaryId}/answers', { params })),
  ]);
  return { ...summary, answers };
}

/** The three scores as numbers in colour; their names are for a screen reader and a pointer. */
export const drawScores = (values) =>
  html`<span class="scores"
    >${Object.entries(scores).map(
      ([name, [title]]) => html`<span><span class="hidden">${title}: </span>${score(values?.[name], title)}</span>`,
    )}</span
  >`;

/** Whether a summary has its answer. */
export const drawState = (summary) => (summary.respondedAt ? badge('Answered', 'good') : badge('Not answered yet'));

const width = 120;
const height = 32;

/** A line of scores, oldest first; null leaves a gap. `label` says the same in words. */
export const sparkline = (values, label) => {
  const step = (width - 8) / Math.max(1, values.length - 1);
  const points = values.map((value, index) => value && [4 + index * step, height - 4 - (value - 1) * 6]);
  const lines = [[]];
  for (const point of points) {
    if (point) lines.at(-1).push(point);
    else lines.push([]);
  }
  const last = points.findLast(Boolean);
  const text = `${label}: ${values.map((value) => value ?? 'none').join(', ')}`;
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" role="img" aria-label=${text}>
    <line x1="0" x2=${width} y1=${height / 2} y2=${height / 2}></line>
    ${lines.filter(({ length }) => length > 0).map((line) => svg`<polyline points=${line.join(' ')}></polyline>`)}
    ${last ? svg`<circle cx=${last[0]} cy=${last[1]} r="3.5" class=${rate(values.findLast(Boolean))}></circle>` : nothing}
  </svg>`;
};

/** Means of the three scores by week as a line. `rows` have `weekStart` and `scores`. */
export function drawMeans(rows, weeks, name) {
  const byWeek = new Map(rows.map(({ weekStart, scores: values }) => [weekStart, Object.values(values)]));
  const means = weeks.map((monday) => byWeek.get(monday)?.reduce((sum, value) => sum + value, 0) ?? null);
  const rounded = means.map((sum) => (sum === null ? null : Math.round((sum / 3) * 10) / 10));
  return sparkline(rounded, `Mean scores of ${name} in the last ${weeks.length} weeks`);
}

/** Draws a summary with its answers and its response; people who may respond get a form. */
export function drawSummary(summary, visit, { mayAnswer = false } = {}) {
  const { answers, response, user } = summary;
  return html`<article class="summary">
    <dl class="values">
      ${Object.entries(scores).map(
        ([name, [title]]) =>
          html`<div>
            <dt>${title}</dt>
            <dd>${score(summary.scores[name])}</dd>
          </div>`,
      )}
    </dl>
    ${Object.entries(sections).map(([name, title]) => {
      const text = name === 'proud' ? toPlainText(summary[name]) : summary[name];
      return html`<h3>${title}</h3>
        <p class="text">${text || html`<span class="note">Nothing written</span>`}</p>`;
    })}
    ${drawAnswers(answers)}
    ${
      response
        ? html`<blockquote>
            <p class="text">${toPlainText(response.body)}</p>
            <footer>${response.manager.name}, ${formatTime(response.createdAt)}</footer>
          </blockquote>`
        : mayAnswer
          ? drawAnswer(summary, visit)
          : html`<p class="note">
              ${user.id === visit.me.id ? 'Your manager has not answered yet.' : 'Nobody has answered yet.'}
            </p>`
    }
  </article>`;
}

function drawAnswer({ id, user }, visit) {
  const path = { summaryId: id };
  const submit = async ({ body }) => {
    await read(api.POST('/summaries/{summaryId}/response', { params: { path }, body: { body: toRichText(body) } }));
    visit.parts[id] = undefined;
    return `${user.name} is notified of your answer.`;
  };
  const answer = html`<textarea name="body" rows="3" required maxlength="5000"></textarea>`;
  return form(visit, { label: `Answer ${user.name}`, action: 'Answer', submit }, field('Your answer', answer));
}

/** What the API takes, from the values of the form of a week; scores that are not chosen yet are left out. */
export const readForm = (values) => ({
  scores: Object.fromEntries(
    Object.keys(scores).flatMap((name) => (values[name] ? [[name, Number(values[name])]] : [])),
  ),
  ...Object.fromEntries(Object.keys(sections).map((name) => [name, values[name]])),
  proud: toRichText(values.proud),
});

/**
 * The form of a week: empty for a new summary, with what was written for an existing one or a draft. `questions` stand below the
 * fields. `submit` gets what the API takes, and the form.
 */
export function drawForm(visit, { label, action, summary, questions, cancel, submit, watch, note }) {
  const points = [1, 2, 3, 4, 5];
  const drawScale = ([name, [title, low, high]]) =>
    html`<fieldset class="scale">
      <legend>${title}</legend>
      <div>
        ${points.map(
          (value) =>
            html`<label class=${rate(value)}
              ><input
                type="radio"
                name=${name}
                value=${value}
                required
                ?checked=${summary?.scores?.[name] === value}
              /><span
                >${value}<span class="hidden">${value === 1 ? ` ${low}` : value === 5 ? ` ${high}` : ''}</span></span
              ></label
            >`,
        )}
      </div>
      <div aria-hidden="true"><small>${low}</small><small>${high}</small></div>
    </fieldset>`;
  const drawText = ([name, title]) => {
    const written = summary?.[name] ?? '';
    const text = name === 'proud' ? toPlainText(written) : written;
    return field(title, html`<textarea name=${name} rows="3" maxlength="5000" .defaultValue=${text}></textarea>`);
  };
  return form(
    visit,
    {
      label,
      action,
      cancel,
      watch,
      note,
      submit: (values, element) => submit(readForm(values), element),
    },
    html`<div class="scales">${Object.entries(scores).map(drawScale)}</div>
      ${Object.entries(sections).map(drawText)} ${questions}`,
  );
}

/** One summary, where notifications and mails lead. */
export const summaries = {
  title: 'Summary',
  name: ({ summary }) => `Check-in of ${summary.user.name}`,
  async load({ args: [id = ''], me }) {
    const body = { subject: { type: 'user', id: me.id }, resource: { type: 'summary', id } };
    const [summary, { results }] = await Promise.all([
      readWithAnswers(id),
      read(api.POST('/access/v1/search/action', { baseUrl: location.origin, body })),
    ]);
    return { summary, mayAnswer: results.some(({ name }) => name === 'summary:respond') };
  },
  view: ({ summary, mayAnswer }, visit) =>
    html`<div class="card">
      <div class="row">
        <h2>${formatWeek(summary.weekStart, visit.me.currentWeek)}</h2>
        ${person(summary.user)} ${drawState({ respondedAt: summary.response })}
      </div>
      ${drawSummary(summary, visit, { mayAnswer })}
    </div>`,
};
