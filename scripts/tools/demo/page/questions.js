// Questions: what the reader has asked, or may change, and what was answered to each.
import { api, read } from './api.js';
import { drawChange, drawNew, nameLanguage } from './question-forms.js';
import { drawReport, readReport } from './question-report.js';
import { formatDay, formatDayOf } from './text.js';
import { askingButton, badge, button, cards, empty, html, nothing, opening, paged, tabs } from './ui.js';

const readPage = (isOpen, cursor) =>
  read(api.GET('/questions', { params: { query: { isOpen, ...(cursor && { cursor }) } } }));

/** Whether the reader may ask whom they like, and not only the people below them. */
export const mayAskAnybody = ({ permissions }) => permissions.includes('question:manage');
const mayReadReports = ({ permissions }) => permissions.includes('check-ins:read');

const lists = { open: 'Asked', ended: 'Ended' };

export const questions = {
  title: 'Questions',
  name: ({ report }) => report?.question,
  isFor: (me) => mayAskAnybody(me) || (me.isManager && me.tenant.managersAsk),
  async load({ args: [shown = 'open'] }) {
    return lists[shown] ? { shown, first: await readPage(shown === 'open') } : { report: await readReport(shown) };
  },
  view: ({ shown, first, report }, visit) => (report ? drawReport(report, visit) : drawList(shown, first, visit)),
};

function drawList(shown, first, visit) {
  const links = Object.entries(lists).map(([id, title]) => [
    id,
    title,
    id === 'open' ? '#/questions' : `#/questions/${id}`,
  ]);
  const none =
    shown === 'open'
      ? empty('No questions', 'A question stands below the fields of the week of everyone whom it is asked.')
      : empty('No question has ended');
  return html`<p class="note">
      Answers are part of the week of their author. Everyone who can read that week can read them. Nobody else can.
    </p>
    <div class="card">
      ${opening(visit, 'new', html`<b>New question</b>`, readChoices, (choices) => drawNew(choices, visit, mayAskAnybody(visit.me)))}
    </div>
    ${tabs('Questions', links, shown)}
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

/** The words in English, or else in the first language. */
const inWords = (words) => words?.en ?? Object.values(words ?? {})[0] ?? '';

/** Says how a question is answered. */
const describeKind = {
  text: () => 'Free text',
  scale: ({ points, low, high }) => {
    const name = (point, words) => (words ? `${point} (${inWords(words)})` : point);
    return `Scale from ${name(1, low)} to ${name(points, high)}`;
  },
  choice: ({ isSeveral, options }) => `${isSeveral ? 'Any of' : 'One of'}: ${options.map(inWords).join(' · ')}`,
  yes_no: () => 'Yes or no',
};

/** Says whom it is asked. */
function describeAudience({ audience: { type, name }, askedBelow }) {
  if (type === 'tenant') return 'everybody';
  return type === 'below' ? `everyone below ${askedBelow?.name ?? 'somebody'}` : `the ${type} ${name}`;
}

/** Says in which weeks it is asked. */
function describeWeeks({ frequency, everyWeeks, from, to }) {
  if (frequency === 'once') return `once, in the week of ${formatDay(from)}`;
  const often = {
    weekly: 'every week',
    every_n_weeks: `every ${everyWeeks} weeks`,
    first_week_of_month: 'in the first week of each month',
  };
  return `${often[frequency]}, from ${formatDay(from)}${to ? ` to ${formatDay(to)}` : ' on'}`;
}

function drawQuestion(question, visit) {
  const { id, kind, text, isRequired, createdBy, endedAt } = question;
  const title = inWords(text);
  const others = Object.entries(text).filter(([, words]) => words !== title);
  const key = `change ${id}`;
  const setChanging = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  const end = () =>
    visit.change('The question has ended. Answers stay where they are.', () =>
      api.DELETE('/questions/{questionId}', { params: { path: { questionId: id } } }),
    );
  const about = [`Asked ${describeAudience(question)}`, describeWeeks(question), createdBy && `by ${createdBy.name}`];
  const actions = html`${mayReadReports(visit.me) ? html`<a href="#/questions/${id}" aria-label="Results: ${title}">Results</a>` : nothing}
  ${
    endedAt
      ? nothing
      : html`${button('Change', () => setChanging(true), { label: `Change: ${title}`, look: 'quiet' })}
        ${askingButton(visit, 'End', 'Ask it no more?', end, `End: ${title}`)}`
  }`;
  return html`<div class="row">
      <b class="text">${title}</b>
      ${isRequired ? badge('Required') : nothing} ${endedAt ? badge(`Ended ${formatDayOf(endedAt)}`) : nothing}
    </div>
    ${others.map(([language, words]) => html`<p class="text note">${nameLanguage(language)}: ${words}</p>`)}
    <p class="text">${describeKind[kind]?.(question) ?? kind}</p>
    <p class="note">${about.filter(Boolean).join(', ')}.</p>
    ${
      visit.parts[key]
        ? drawChange(question, visit, readChoices, () => setChanging(false))
        : html`<div class="actions">${actions}</div>`
    }`;
}
