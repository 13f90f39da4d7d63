// The questions that people are asked beside the fields of their week, and the answers to them.
import { api, read } from './api.js';
import { keepForm } from './drafts.js';
import { count, formatTime } from './text.js';
import { field, html, nothing } from './ui.js';

/** Reads what the reader is asked in a week, with their answers. */
export const readAsked = (weekStart) => read(api.GET('/me/questions', { params: { query: { weekStart } } }));

/** The name of a control says which question it answers. */
const prefix = 'answer ';
/** Whether a control of a form answers a question. */
export const isAnswer = ({ name }) => name?.startsWith(prefix) ?? false;

/** What an answer is, by the kind of its question, from the values of its controls. */
const values = {
  text: ([text = '']) => (text.trim() ? { text } : null),
  scale: ([points]) => (points ? { points: Number(points) } : null),
  choice: (choices) => (choices.length ? { choices: choices.map(Number) } : null),
  yes_no: ([yes]) => (yes ? { yes: yes === 'yes' } : null),
};

/** The answers that stand in a form, as the API takes them. */
function findAnswers({ questions }, form) {
  const data = new FormData(form);
  return questions.flatMap(({ questionId, version, kind }) => {
    const value = values[kind]?.(data.getAll(prefix + questionId));
    return value ? [{ questionId, version, ...value }] : [];
  });
}

/** The answers as the API has them. */
const listStored = ({ questions }) =>
  questions.flatMap(({ questionId, version, answer }) => {
    if (!answer) return [];
    const { answeredAt: _at, ...value } = answer;
    return [{ questionId, version, ...value }];
  });

/**
 * Saves the answers of a form, if they are not what is stored. `asked` is what is stored afterwards. If the API refuses an
 * answer, for example because its question has ended meanwhile, the questions are read again.
 */
export async function saveAnswers(asked, form) {
  const answers = findAnswers(asked, form);
  if (JSON.stringify(answers) === JSON.stringify(listStored(asked))) return;
  const params = { path: { weekStart: asked.weekStart } };
  try {
    Object.assign(asked, await read(api.PUT('/me/answers/{weekStart}', { params, body: { answers } })));
  } catch (error) {
    if (error.status === 400) Object.assign(asked, await readAsked(asked.weekStart));
    throw error;
  }
}

/** Says what is saved. */
function describeStored({ questions }) {
  const times = questions.flatMap(({ answer }) => (answer ? [answer.answeredAt] : [])).sort();
  return times.length
    ? `${count(times.length, 'answer')} saved, ${formatTime(times.at(-1))}`
    : 'Answers are saved as you write.';
}

/**
 * Keeps the answers in the form of a week as one writes.
 *
 * @returns `watch` takes the events of the form, `note` says what is saved, and `save` saves what is not saved yet
 */
export function keepAnswers(visit, asked) {
  const send = async (form) => {
    await saveAnswers(asked, form);
    return describeStored(asked);
  };
  const { settle, watch, note } = keepForm(visit, `answers ${asked.weekStart}`, 'The answers are not saved yet', send);
  return {
    watch,
    note: note ?? describeStored(asked),
    async save(form) {
      await settle();
      await saveAnswers(asked, form);
    },
  };
}

/** Says how many required questions have no answer; empty if all have one. */
export function remindOfRequired({ questions }) {
  const left = questions.filter(({ isRequired, answer }) => isRequired && !answer).length;
  return left ? ` ${count(left, 'required question has', 'required questions have')} no answer yet.` : '';
}

/** Draws the questions as a part of the form of a week, the required ones first. */
export const drawQuestions = ({ questions }, note) =>
  questions.length
    ? html`<div class="questions">
        <h3>Questions</h3>
        <p class="note">
          Everyone who can read your week can read your answers. Nobody else can, not even the person who asks.
        </p>
        ${questions.map(drawQuestion)} ${note ? html`<p class="note">${note}</p>` : nothing}
      </div>`
    : nothing;

function drawQuestion(asked) {
  const { questionId, kind, question, isRequired, answer } = asked;
  const name = prefix + questionId;
  const hint = isRequired ? 'required' : '';
  if (kind === 'text')
    return field(
      question,
      html`<textarea name=${name} rows="3" maxlength="10000" .defaultValue=${answer?.text ?? ''}></textarea>`,
      hint,
    );
  const clear = ({ currentTarget }) => {
    const chosen = [...currentTarget.closest('fieldset').querySelectorAll(':checked')];
    for (const control of chosen) control.checked = false;
    chosen[0]?.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return html`<fieldset class="question ${kind === 'scale' ? 'scale' : ''}">
    <legend>${question}${hint ? html` <small>${hint}</small>` : nothing}</legend>
    ${kinds[kind]?.(asked, name)}
    <button type="button" class="quiet" aria-label="Clear: ${question}" @click=${clear}>Clear</button>
  </fieldset>`;
}

const drawOption = (type, name, value, text, isChosen) =>
  html`<label class="check"
    ><input type=${type} name=${name} value=${value} ?checked=${isChosen} /><span>${text}</span></label
  >`;

/** The controls of a question, by its kind. */
const kinds = {
  scale: ({ points, low = '', high = '', answer }, name) =>
    html`<div class="points">
      <div>
        ${Array.from({ length: points }, (_, at) => at + 1).map(
          (value) =>
            html`<label
              ><input type="radio" name=${name} value=${value} ?checked=${answer?.points === value} /><span
                >${value}<span class="hidden"
                  >${value === 1 ? ` ${low}` : value === points ? ` ${high}` : ''}</span
                ></span
              ></label
            >`,
        )}
      </div>
      <div aria-hidden="true"><small>${low}</small><small>${high}</small></div>
    </div>`,
  choice: ({ options, isSeveral, answer }, name) =>
    html`<div class="options">
      ${options.map((text, at) =>
        drawOption(isSeveral ? 'checkbox' : 'radio', name, at, text, answer?.choices.includes(at) ?? false),
      )}
    </div>`,
  yes_no: ({ answer }, name) =>
    html`<div class="options">
      ${drawOption('radio', name, 'yes', 'Yes', answer?.yes === true)}
      ${drawOption('radio', name, 'no', 'No', answer?.yes === false)}
    </div>`,
};

/** Draws answers with the words that were answered; a question without one is the reader's own. */
export const drawAnswers = (answered) =>
  answered.map(
    (one) =>
      html`<h3>${one.question}</h3>
        ${one.answer ? drawAnswer(one) : html`<p class="note">You have not answered this question.</p>`}`,
  );

function drawAnswer({ kind, points, low, high, options, answer }) {
  if (kind === 'choice')
    return html`<ul class="answer">
      ${answer.choices.map((at) => html`<li>${options[at]}</li>`)}
    </ul>`;
  if (kind !== 'scale') return html`<p class="text">${kind === 'text' ? answer.text : answer.yes ? 'Yes' : 'No'}</p>`;
  const ends = [low && `1: ${low}`, high && `${points}: ${high}`].filter(Boolean).join(', ');
  return html`<p>${answer.points} of ${points}${ends ? html` <small>${ends}</small>` : nothing}</p>`;
}
