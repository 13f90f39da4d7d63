// A summary: as it is shown to its author and to those above, with an answer in place, and as a form.
import { drawAnswers } from './answers.js';
import { api, read } from './api.js';
import { t } from './language.js';
import { formatNumber, formatTime, formatWeek, toPlainText, toRichText } from './text.js';
import { badge, field, form, html, nothing, person, rate, score, svg } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['Scores']} Scores */
/** @typedef {Schemas['Summary'] & { answers?: Parameters<typeof drawAnswers>[0] }} Summary */
/** @typedef {Record<string, any>} Values */

/** The three scores. @type {(keyof Scores)[]} */
export const scores = ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing'];
/** The four sections; the first one is rich text. @type {('proud' | 'obstacles' | 'learned' | 'important')[]} */
const sections = ['proud', 'obstacles', 'learned', 'important'];

/** Reads a summary with its texts. @param {string} id */
export const readSummary = (id) => read(api.GET('/summaries/{summaryId}', { params: { path: { summaryId: id } } }));

/** Reads a summary that somebody else has written, with the answers that belong to it. @param {string} id */
export async function readWithAnswers(id) {
  const params = { path: { summaryId: id } };
  const [summary, { answers }] = await Promise.all([
    readSummary(id),
    read(api.GET('/summaries/{summaryId}/answers', { params })),
  ]);
  return { ...summary, answers };
}

/**
 * The three scores as numbers in colour; their names are for a screen reader and a pointer.
 *
 * @param {Partial<Scores> | null | undefined} values
 */
export const drawScores = (values) =>
  html`<span class="scores"
    >${scores.map((name) => {
      const { title } = t.scores[name];
      return html`<span><span class="hidden">${title}: </span>${score(values?.[name], title)}</span>`;
    })}</span
  >`;

/** Whether a summary has its answer. @param {{ respondedAt?: unknown }} summary */
export const drawState = (summary) =>
  summary.respondedAt ? badge(t.common.answered, 'good') : badge(t.summary.notAnswered);

const width = 120;
const height = 32;

/**
 * A line of scores, oldest first; null leaves a gap. `label` says the same in words.
 *
 * @param {(number | null)[]} values
 * @param {string} label
 */
export const sparkline = (values, label) => {
  const step = (width - 8) / Math.max(1, values.length - 1);
  const points = values.map((value, index) => value && [4 + index * step, height - 4 - (value - 1) * 6]);
  /** @type {number[][][]} */
  const lines = [[]];
  for (const point of points) {
    if (point) lines.at(-1)?.push(point);
    else lines.push([]);
  }
  const last = points.findLast(Boolean);
  const text = `${label}: ${values.map((value) => (value === null ? t.common.noNumber : formatNumber(value))).join(', ')}`;
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" role="img" aria-label=${text}>
    <line x1="0" x2=${width} y1=${height / 2} y2=${height / 2}></line>
    ${lines.filter(({ length }) => length > 0).map((line) => svg`<polyline points=${line.join(' ')}></polyline>`)}
    ${last ? svg`<circle cx=${last[0]} cy=${last[1]} r="3.5" class=${rate(values.findLast(Boolean) ?? 0)}></circle>` : nothing}
  </svg>`;
};

/**
 * Means of the three scores by week as a line.
 *
 * @param {{ weekStart: string, scores: Scores }[]} rows
 * @param {string[]} weeks
 * @param {string | null} name null for the reader
 */
export function drawMeans(rows, weeks, name) {
  const byWeek = new Map(rows.map(({ weekStart, scores: values }) => [weekStart, Object.values(values)]));
  const means = weeks.map((monday) => byWeek.get(monday)?.reduce((sum, value) => sum + value, 0) ?? null);
  const rounded = means.map((sum) => (sum === null ? null : Math.round((sum / 3) * 10) / 10));
  const label = name === null ? t.summary.ownMeans(weeks.length) : t.summary.meansOf(name, weeks.length);
  return sparkline(rounded, label);
}

/**
 * Draws a summary with its answers and its response; people who may respond get a form.
 *
 * @param {Summary} summary
 * @param {Visit} visit
 */
export function drawSummary(summary, visit, { mayAnswer = false } = {}) {
  const { answers, response, user } = summary;
  return html`<article class="summary">
    <dl class="values">
      ${scores.map(
        (name) =>
          html`<div>
            <dt>${t.scores[name].title}</dt>
            <dd>${score(summary.scores[name])}</dd>
          </div>`,
      )}
    </dl>
    ${sections.map((name) => {
      const text = name === 'proud' ? toPlainText(summary[name]) : summary[name];
      return html`<h3>${t.sections[name]}</h3>
        <p class="text">${text || html`<span class="note">${t.summary.nothingWritten}</span>`}</p>`;
    })}
    ${drawAnswers(answers ?? [])}
    ${
      response
        ? html`<blockquote>
            <p class="text">${toPlainText(response.body)}</p>
            <footer><bdi>${response.manager.name}</bdi>, ${formatTime(response.createdAt)}</footer>
          </blockquote>`
        : mayAnswer
          ? drawAnswer(summary, visit)
          : html`<p class="note">${user.id === visit.me.id ? t.summary.managerHasNot : t.summary.nobodyHas}</p>`
    }
  </article>`;
}

/**
 * @param {Summary} summary
 * @param {Visit} visit
 */
function drawAnswer({ id, user }, visit) {
  const path = { summaryId: id };
  /** @param {Values} values */
  const submit = async ({ body }) => {
    await read(api.POST('/summaries/{summaryId}/response', { params: { path }, body: { body: toRichText(body) } }));
    visit.parts[id] = undefined;
    return t.summary.notified(user.name);
  };
  const answer = html`<textarea name="body" rows="3" required maxlength="5000"></textarea>`;
  return form(
    visit,
    { label: t.summary.answerTo(user.name), action: t.summary.answer, submit },
    field(t.summary.yourAnswer, answer),
  );
}

/**
 * What the API takes, from the values of the form of a week; scores that are not chosen yet are left out.
 *
 * @param {Values} values
 */
export const readForm = (values) => ({
  scores: /** @type {Scores} */ (
    Object.fromEntries(scores.flatMap((name) => (values[name] ? [[name, Number(values[name])]] : [])))
  ),
  .../** @type {Record<(typeof sections)[0], string>} */ (
    Object.fromEntries(sections.map((name) => [name, values[name]]))
  ),
  proud: toRichText(values.proud),
});

/**
 * The form of a week: empty for a new summary, with what was written for an existing one or a draft. `questions` stand below the
 * fields. `submit` gets what the API takes, and the form.
 *
 * @param {Visit} visit
 * @param {{ label: string, action: string, summary?: any, questions: Drawn, cancel?: () => void, watch?: (event: Event) => void, note?: Drawn,
 *   submit: (body: ReturnType<typeof readForm>, element: HTMLFormElement) => Promise<string | undefined> }} options
 */
export function drawForm(visit, { label, action, summary, questions, cancel, submit, watch, note }) {
  const points = [1, 2, 3, 4, 5];
  /** @param {keyof Scores} name */
  const drawScale = (name) => {
    const { title, low, high } = t.scores[name];
    return html`<fieldset class="scale">
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
  };
  /** @param {(typeof sections)[0]} name */
  const drawText = (name) => {
    const written = summary?.[name] ?? '';
    const text = name === 'proud' ? toPlainText(written) : written;
    return field(
      t.sections[name],
      html`<textarea name=${name} rows="3" maxlength="5000" .defaultValue=${text}></textarea>`,
    );
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
    html`<div class="scales">${scores.map(drawScale)}</div>
      ${sections.map(drawText)} ${questions}`,
  );
}

/** @param {Visit} visit */
async function load({ args: [id = ''], me }) {
  const body = { subject: { type: 'user', id: me.id }, resource: { type: 'summary', id } };
  const [summary, { results }] = await Promise.all([
    readWithAnswers(id),
    read(api.POST('/access/v1/search/action', { baseUrl: location.origin, body })),
  ]);
  return { summary, mayAnswer: results.some(({ name }) => name === 'summary:respond') };
}
/** @typedef {Awaited<ReturnType<typeof load>>} Loaded */

/** One summary, where notifications and mails lead. */
export const summaries = {
  /** @param {Loaded} data */
  name: ({ summary }) => t.summary.checkInOf(summary.user.name),
  load,
  /**
   * @param {Loaded} data
   * @param {Visit} visit
   */
  view: ({ summary, mayAnswer }, visit) =>
    html`<div class="card">
      <div class="row">
        <h2>${formatWeek(summary.weekStart, visit.me.currentWeek)}</h2>
        ${person(summary.user)} ${drawState({ respondedAt: summary.response })}
      </div>
      ${drawSummary(summary, visit, { mayAnswer })}
    </div>`,
};
