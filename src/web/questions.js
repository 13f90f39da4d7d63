// Questions: what the reader has asked, or may change, and what was answered to each.
import { api, read } from './api.js';
import { language, t } from './language.js';
import { drawChange, drawNew, nameLanguage } from './question-forms.js';
import { drawReport, readReport } from './question-report.js';
import { formatDay, formatDayOf } from './text.js';
import { askingButton, badge, button, cards, empty, html, nothing, opening, paged, tabs } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {import('./visit.d.ts').Me} Me */
/** @typedef {Schemas['Question']} Question */
/** @typedef {Readonly<Record<string, string>> | undefined} Words */

/** @param {boolean} isOpen @param {string} [cursor] */
const readPage = (isOpen, cursor) =>
  read(api.GET('/questions', { params: { query: { isOpen, ...(cursor && { cursor }) } } }));

/** Whether the reader may ask whom they like, and not only the people below them. @param {{ permissions: readonly string[] }} me */
export const mayAskAnybody = ({ permissions }) => permissions.includes('question:manage');
/** @param {{ permissions: readonly string[] }} me */
const mayReadReports = ({ permissions }) => permissions.includes('check-ins:read');

/** @type {('open' | 'ended')[]} */
const lists = ['open', 'ended'];

/** @param {Visit} visit */
async function load({ args: [chosen = 'open'] }) {
  const shown = lists.find((id) => id === chosen);
  return shown
    ? { list: { shown, first: await readPage(shown === 'open') }, report: null }
    : { list: null, report: await readReport(chosen) };
}
/** @typedef {Awaited<ReturnType<typeof load>>} Loaded */

export const questions = {
  /** @param {Loaded} data */
  name: ({ report }) => report?.question,
  load,
  /**
   * @param {Loaded} data
   * @param {Visit} visit
   */
  view: ({ list, report }, visit) => (report ? drawReport(report, visit) : drawList(list.shown, list.first, visit)),
};

/**
 * @param {'open' | 'ended'} shown
 * @param {Schemas['QuestionPage']} first
 * @param {Visit} visit
 */
function drawList(shown, first, visit) {
  const links = lists.map(
    (id) => /** @type {const} */ ([id, t.questions[id], id === 'open' ? '#/questions' : `#/questions/${id}`]),
  );
  const none = shown === 'open' ? empty(t.questions.none, t.questions.noneHint) : empty(t.questions.noneEnded);
  return html`<p class="note">${t.questions.note}</p>
    <div class="card">
      ${opening(visit, 'new', html`<b>${t.questions.new}</b>`, readChoices, (choices) => drawNew(choices, visit, mayAskAnybody(visit.me)))}
    </div>
    ${tabs(t.screens.questions, links, shown)}
    ${paged(
      visit,
      first,
      (cursor) => readPage(shown === 'open', cursor),
      (items) => cards(items, (question) => drawQuestion(question, visit), none),
    )}`;
}

/** Reads what the form offers: the languages of the API, teams and departments. */
async function readChoices() {
  const [document, { items: teams }] = await Promise.all([
    fetch('/openapi.json').then((response) => response.json()),
    read(api.GET('/teams', { params: { query: { limit: 200 } } })),
  ]);
  const departments = [...new Set(teams.flatMap(({ department }) => department ?? []))].sort();
  return {
    languages: Object.keys(document.components.schemas.QuestionWords.properties),
    names: { team: teams.map(({ name }) => name), department: departments },
  };
}

/** The words in the language of the reader, or else in the first one. @param {Words} words */
const inWords = (words) => words?.[language] ?? Object.values(words ?? {})[0] ?? '';

/** Says how a question is answered, by its kind. @type {Readonly<Record<string, (question: Question) => string>>} */
const describeKind = {
  text: () => t.questions.freeText,
  scale: ({ points = 0, lowest = 1, low, high }) => {
    /** @param {number} point @param {Words} words */
    const name = (point, words) => (words ? t.questions.named(point, inWords(words)) : point);
    return t.questions.scale(name(lowest, low), name(lowest + points - 1, high));
  },
  choice: ({ isSeveral, options = [] }) => t.questions[isSeveral ? 'anyOf' : 'oneOf'](options.map(inWords).join(' · ')),
  yes_no: () => t.questions.yesOrNo,
};

/** Says whom it is asked. @param {Question} question */
function describeAudience({ audience: { type, name }, askedBelow }) {
  if (type === 'tenant') return t.questions.everybody;
  if (type === 'below') return t.questions.everyoneBelow(askedBelow?.name ?? t.questions.somebody);
  return t.questions[type === 'team' ? 'theTeam' : 'theDepartment'](name ?? '');
}

/** Says in which weeks it is asked. @param {Question} question */
function describeWeeks({ frequency, everyWeeks, from, to }) {
  if (frequency === 'once') return t.questions.once(formatDay(from));
  /** @type {Readonly<Record<string, string>>} */
  const often = {
    weekly: t.questions.weekly,
    every_n_weeks: t.questions.everyNWeeks(everyWeeks ?? 1),
    first_week_of_month: t.questions.firstWeekOfMonth,
  };
  return to
    ? t.questions.fromTo(often[frequency] ?? frequency, formatDay(from), formatDay(to))
    : t.questions.from(often[frequency] ?? frequency, formatDay(from));
}

/**
 * @param {Question} question
 * @param {Visit} visit
 */
function drawQuestion(question, visit) {
  const { id, kind, text, isRequired, createdBy, endedAt } = question;
  const title = inWords(text);
  const others = Object.entries(text).filter(([, words]) => words !== title);
  const key = `change ${id}`;
  /** @param {boolean} value */
  const setChanging = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  const end = () =>
    visit.change(t.questions.hasEnded, () =>
      api.DELETE('/questions/{questionId}', { params: { path: { questionId: id } } }),
    );
  const about = [
    t.questions.asked(describeAudience(question)),
    describeWeeks(question),
    createdBy && t.questions.by(createdBy.name),
  ];
  const actions = html`${mayReadReports(visit.me) ? html`<a href="#/questions/${id}" aria-label=${t.questions.resultsOf(title)}>${t.questions.results}</a>` : nothing}
  ${
    endedAt
      ? nothing
      : html`${button(t.common.change, () => setChanging(true), { label: t.common.changeOf(title), look: 'quiet' })}
        ${askingButton(visit, t.common.end, t.questions.ask, end, t.common.endOf(title))}`
  }`;
  return html`<div class="row">
      <b class="text">${title}</b>
      ${isRequired ? badge(t.questions.required) : nothing}
      ${endedAt ? badge(t.questions.endedOn(formatDayOf(endedAt))) : nothing}
    </div>
    ${others.map(([code, words]) => html`<p class="text note">${t.questions.inLanguage(nameLanguage(code) ?? code, words)}</p>`)}
    <p class="text">${describeKind[kind]?.(question) ?? kind}</p>
    <p class="note">${about.filter(Boolean).join(', ')}.</p>
    ${
      visit.parts[key]
        ? drawChange(question, visit, readChoices, () => setChanging(false))
        : html`<div class="actions">${actions}</div>`
    }`;
}
