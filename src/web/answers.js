// The questions that people are asked beside the fields of their week, and the answers to them.
import { api, read, Refusal } from './api.js';
import { keepForm } from './drafts.js';
import { t } from './language.js';
import { formatTime } from './text.js';
import { field, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['AskedQuestion']} Question */
/** @typedef {Schemas['AskedQuestions']} Asked */
/** What is answered, as the API takes it. @typedef {Omit<Schemas['AnswerInput'], 'questionId' | 'version'>} Value */

/** Reads what the reader is asked in a week, with their answers. @param {string} weekStart */
export const readAsked = (weekStart) => read(api.GET('/me/questions', { params: { query: { weekStart } } }));

/** The name of a control says which question it answers. */
const prefix = 'answer ';
/** Whether a control of a form answers a question. @param {EventTarget | null} control */
export const isAnswer = (control) =>
  /** @type {{ name?: string } | null} */ (control)?.name?.startsWith(prefix) ?? false;

/** What an answer is, by the kind of its question, from the values of its controls. @type {Record<string, (values: string[]) => Value | null>} */
const values = {
  text: ([text = '']) => (text.trim() ? { text } : null),
  scale: ([points]) => (points ? { points: Number(points) } : null),
  choice: (choices) => (choices.length ? { choices: choices.map(Number) } : null),
  yes_no: ([yes]) => (yes ? { yes: yes === 'yes' } : null),
};

/** The answers that stand in a form, as the API takes them. @param {Asked} asked @param {HTMLFormElement} form */
function findAnswers({ questions }, form) {
  const data = new FormData(form);
  return questions.flatMap(({ questionId, version, kind }) => {
    const value = values[kind]?.(data.getAll(prefix + questionId).map(String));
    return value ? [{ questionId, version, ...value }] : [];
  });
}

/** The answers as the API has them. @param {Asked} asked */
const listStored = ({ questions }) =>
  questions.flatMap(({ questionId, version, answer }) => {
    if (!answer) return [];
    const { answeredAt: _at, editedAt: _edited, ...value } = answer;
    return [{ questionId, version, ...value }];
  });

/**
 * Saves the answers of a form, if they are not what is stored. `asked` is what is stored afterwards. If the API refuses an
 * answer, for example because its question has ended meanwhile, the questions are read again.
 *
 * @param {Asked} asked
 * @param {HTMLFormElement} form
 */
export async function saveAnswers(asked, form) {
  const answers = findAnswers(asked, form);
  if (JSON.stringify(answers) === JSON.stringify(listStored(asked))) return;
  const params = { path: { weekStart: asked.weekStart } };
  try {
    Object.assign(asked, await read(api.PUT('/me/answers/{weekStart}', { params, body: { answers } })));
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) Object.assign(asked, await readAsked(asked.weekStart));
    throw error;
  }
}

/** Says what is saved. @param {Asked} asked */
function describeStored({ questions }) {
  const times = questions.flatMap(({ answer }) => (answer ? [answer.answeredAt] : [])).sort();
  const last = times.at(-1);
  return last === undefined ? t.answers.asYouWrite : t.answers.saved(times.length, formatTime(last));
}

/**
 * Keeps the answers in the form of a week as one writes.
 *
 * @param {Visit} visit
 * @param {Asked} asked
 * @returns `watch` takes the events of the form, `note` says what is saved, and `save` saves what is not saved yet
 */
export function keepAnswers(visit, asked) {
  /** @param {HTMLFormElement} form */
  const send = async (form) => {
    await saveAnswers(asked, form);
    return describeStored(asked);
  };
  const { settle, watch, note } = keepForm(visit, `answers ${asked.weekStart}`, () => t.answers.notSaved, send);
  return {
    watch,
    note: note ?? describeStored(asked),
    /** @param {HTMLFormElement} form */
    async save(form) {
      await settle();
      await saveAnswers(asked, form);
    },
  };
}

/** Says how many required questions have no answer; empty if all have one. @param {Asked} asked */
export function remindOfRequired({ questions }) {
  const left = questions.filter(({ isRequired, answer }) => isRequired && !answer).length;
  return left ? ` ${t.answers.left(left)}` : '';
}

/**
 * Draws the questions as a part of the form of a week, the required ones first.
 *
 * @param {Asked} asked
 * @param {Drawn} [note]
 */
export const drawQuestions = ({ questions }, note) =>
  questions.length
    ? html`<div class="questions">
        <h3>${t.answers.questions}</h3>
        <p class="note">${t.answers.readers}</p>
        ${questions.map(drawQuestion)} ${note ? html`<p class="note">${note}</p>` : nothing}
      </div>`
    : nothing;

/** @param {Question} asked */
function drawQuestion(asked) {
  const { questionId, kind, question, isRequired, answer } = asked;
  const name = prefix + questionId;
  const hint = isRequired ? t.answers.required : '';
  if (kind === 'text')
    return field(
      question,
      html`<textarea name=${name} rows="3" maxlength="10000" .defaultValue=${answer?.text ?? ''}></textarea>`,
      hint,
    );
  /** @param {{ currentTarget: HTMLElement }} event */
  const clear = ({ currentTarget }) => {
    const all = currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [];
    const chosen = [...all].filter(({ checked }) => checked);
    for (const control of chosen) control.checked = false;
    chosen[0]?.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return html`<fieldset class="question ${kind === 'scale' ? 'scale' : ''}">
    <legend>${question}${hint ? html` <small>${hint}</small>` : nothing}</legend>
    ${kinds[kind]?.(asked, name)}
    <button type="button" class="quiet" aria-label=${t.answers.clearOf(question)} @click=${clear}>
      ${t.answers.clear}
    </button>
  </fieldset>`;
}

/**
 * @param {'radio' | 'checkbox'} type
 * @param {string} name
 * @param {string | number} value
 * @param {string} text
 * @param {boolean} isChosen
 */
const drawOption = (type, name, value, text, isChosen) =>
  html`<label class="check"
    ><input type=${type} name=${name} value=${value} ?checked=${isChosen} /><span>${text}</span></label
  >`;

/** The controls of a question, by its kind. @type {Record<string, (asked: Question, name: string) => Drawn>} */
const kinds = {
  scale: ({ points = 0, lowest = 1, low = '', high = '', answer }, name) =>
    html`<div class="points">
      <div>
        ${Array.from({ length: points }, (_, at) => at + lowest).map(
          (value) =>
            html`<label
              ><input type="radio" name=${name} value=${value} ?checked=${answer?.points === value} /><span
                >${value}<span class="hidden"
                  >${value === lowest ? ` ${low}` : value === lowest + points - 1 ? ` ${high}` : ''}</span
                ></span
              ></label
            >`,
        )}
      </div>
      <div aria-hidden="true"><small>${low}</small><small>${high}</small></div>
    </div>`,
  choice: ({ options = [], isSeveral, answer }, name) =>
    html`<div class="options">
      ${options.map((text, at) =>
        drawOption(isSeveral ? 'checkbox' : 'radio', name, at, text, answer?.choices?.includes(at) ?? false),
      )}
    </div>`,
  yes_no: ({ answer }, name) =>
    html`<div class="options">
      ${drawOption('radio', name, 'yes', t.common.yes, answer?.yes === true)}
      ${drawOption('radio', name, 'no', t.common.no, answer?.yes === false)}
    </div>`,
};

/**
 * Draws answers with the words that were answered; a question without one is the reader's own.
 *
 * @param {readonly (Question | Schemas['GivenAnswer'])[]} answered
 */
export const drawAnswers = (answered) =>
  answered.map(
    (one) =>
      html`<h3>${one.question}</h3>
        ${one.answer ? drawAnswer(one, one.answer) : html`<p class="note">${t.answers.notAnswered}</p>`}`,
  );

/**
 * @param {Pick<Question, 'kind' | 'points' | 'lowest' | 'low' | 'high' | 'options'>} question
 * @param {Pick<Schemas['Answer'], 'text' | 'yes' | 'points' | 'choices'>} answer
 */
function drawAnswer({ kind, points = 0, lowest = 1, low, high, options = [] }, answer) {
  if (kind === 'choice')
    return html`<ul class="answer">
      ${(answer.choices ?? []).map((at) => html`<li>${options[at]}</li>`)}
    </ul>`;
  if (kind !== 'scale')
    return html`<p class="text">${kind === 'text' ? answer.text : answer.yes ? t.common.yes : t.common.no}</p>`;
  const highest = lowest + points - 1;
  const ends = [low && `${lowest}: ${low}`, high && `${highest}: ${high}`].filter(Boolean).join(', ');
  return html`<p>
    ${t.answers.points(answer.points ?? '–', highest)}${ends ? html` <small>${ends}</small>` : nothing}
  </p>`;
}
