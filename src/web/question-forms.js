// The forms that ask a question and change its words. What the API refuses is said where it was written, in the words of the API.
import { api, read } from './api.js';
import { locale, t } from './language.js';
import { picker } from './picker.js';
import { formatDay } from './text.js';
import { check, drawChecked, drawOthers, findFaults, input, select, sendFrom } from './question-fields.js';
import { field, form, html, nothing, partly } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {import('./question-fields.js').Faults} Faults */
/** What the form offers: languages, and names of teams and departments. @typedef {{ languages: string[], names: Record<string, string[]> }} Choices */
/** The words of a question by language. @typedef {Readonly<Record<string, string>>} ByLanguage */
/** @typedef {{ text?: ByLanguage, low?: ByLanguage, high?: ByLanguage, options?: readonly ByLanguage[] }} Words */
/** @typedef {Faults & { languages: string[] }} WordsState */
/** @typedef {WordsState & { kind: string, audience: string, frequency: string }} AskingState */
/** @typedef {Record<string, any>} Values */

/** The name of a language. @param {string} code */
export const nameLanguage = (code) => new Intl.DisplayNames(locale, { type: 'language' }).of(code);

/**
 * The words of a question in the languages that are chosen; `words` are those that there are.
 *
 * @param {WordsState} state
 * @param {Choices} choices
 * @param {string} kind
 * @param {Words} words
 * @param {Visit} visit
 */
function drawWords(state, { languages }, kind, words, visit) {
  /** @param {string} language @param {boolean} isChosen */
  const choose = (language, isChosen) => {
    state.languages = languages.filter((one) => (one === language ? isChosen : state.languages.includes(one)));
    if (!state.languages.length) state.languages = [language];
    visit.draw();
  };
  /** @param {string} language */
  const drawIn = (language) => {
    const isOne = state.languages.length === 1;
    /** @param {string} label */
    const inLanguage = (label) =>
      isOne ? label : t.questionForm.inLanguage(label, nameLanguage(language) ?? language);
    /** @param {'text' | 'low' | 'high'} name @param {string} label @param {boolean} isRequired */
    const short = (name, label, isRequired) =>
      field(
        inLanguage(label),
        input(`${name} ${language}`, { maxLength: 200, isRequired, value: words[name]?.[language] }),
      );
    const options = words.options?.map((option) => option[language] ?? '').join('\n') ?? '';
    return html`${drawChecked(state, ['/text'], short('text', t.questionForm.question, true))}
    ${
      kind === 'scale'
        ? html`<div class="fields">
            ${drawChecked(state, ['/low'], short('low', t.questionForm.low, false))}
            ${drawChecked(state, ['/high'], short('high', t.questionForm.high, false))}
          </div>`
        : nothing
    }
    ${
      kind === 'choice'
        ? drawChecked(
            state,
            ['/options'],
            field(
              inLanguage(t.questionForm.options),
              html`<textarea name="options ${language}" rows="4" required .defaultValue=${options}></textarea>`,
              t.questionForm.optionsHint,
            ),
          )
        : nothing
    }`;
  };
  return html`${
    languages.length > 1
      ? html`<fieldset>
          <legend>${t.questionForm.languages}</legend>
          <div class="checks">
            ${languages.map(
              (language) =>
                html`<label class="check"
                  ><input
                    type="checkbox"
                    .checked=${state.languages.includes(language)}
                    @change=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) =>
                      choose(language, currentTarget.checked)}
                  /><span>${nameLanguage(language)}</span></label
                >`,
            )}
          </div>
        </fieldset>`
      : nothing
  }
  ${state.languages.map(drawIn)}`;
}

/**
 * The words of a form, as the API takes them.
 *
 * @param {WordsState} state
 * @param {string} kind
 * @param {Values} values
 * @returns {{ text: ByLanguage, low?: ByLanguage, high?: ByLanguage, options?: ByLanguage[] }}
 */
function toWords({ languages }, kind, values) {
  /** @param {string} name */
  const inAll = (name) =>
    Object.fromEntries(
      languages.flatMap((one) => {
        const text = values[`${name} ${one}`]?.trim();
        return text ? [[one, text]] : [];
      }),
    );
  /** @param {string} name */
  const named = (name) => {
    const words = inAll(name);
    return Object.keys(words).length ? { [name]: words } : {};
  };
  if (kind === 'scale') return { text: inAll('text'), ...named('low'), ...named('high') };
  if (kind !== 'choice') return { text: inAll('text') };
  /** @param {string} language @returns {string[]} */
  const linesIn = (language) =>
    String(values[`options ${language}`])
      .split('\n')
      .flatMap((line) => line.trim() || []);
  const lines = languages.map(linesIn);
  const [first = []] = lines;
  if (lines.some(({ length }) => length !== first.length)) throw new Error(t.questionForm.linesDiffer);
  const options = first.map((_, at) =>
    Object.fromEntries(languages.map((one, place) => [one, lines[place]?.[at] ?? ''])),
  );
  return { text: inAll('text'), options };
}

/**
 * Draws the form of a new question. Somebody who may not ask anybody asks those below.
 *
 * @param {Choices} choices
 * @param {Visit} visit
 * @param {boolean} mayAskAnybody
 */
export function drawNew(choices, visit, mayAskAnybody) {
  const { me } = visit;
  const { kinds, frequencies, audiences } = t.questionForm;
  const offered = {
    ...(mayAskAnybody && audiences),
    ...(me.isManager && { own: t.questionForm.ownBelow }),
    below: t.questionForm.below,
  };
  const state = /** @type {AskingState} */ (findFaults(visit, 'asking'));
  state.kind ??= 'text';
  state.audience ??= Object.keys(offered)[0] ?? '';
  state.frequency ??= 'weekly';
  state.languages ??= choices.languages.slice(0, 1);
  const { kind, audience, frequency } = state;
  /** @param {'kind' | 'audience' | 'frequency'} name @returns {(value: string) => void} */
  const set = (name) => (value) => {
    state[name] = value;
    visit.draw();
  };
  /** @param {Values} values */
  const submit = (values) =>
    sendFrom(state, async () => {
      const isBelow = audience === 'own' || audience === 'below';
      const to = {
        type: isBelow ? 'below' : audience,
        ...(audience === 'own' && { userId: me.id }),
        ...(audience === 'below' && { userId: values['userId'] }),
        ...(['department', 'team'].includes(audience) && { name: values['name'] }),
      };
      const body = /** @type {Schemas['QuestionInput']} */ ({
        kind,
        ...toWords(state, kind, values),
        ...(kind === 'scale' && { points: Number(values['points']), lowest: Number(values['lowest']) }),
        ...(kind === 'choice' && { isSeveral: values['isSeveral'] === 'on' }),
        audience: to,
        frequency,
        ...(frequency === 'every_n_weeks' && { everyWeeks: Number(values['everyWeeks']) }),
        isRequired: values['isRequired'] === 'on',
        from: values['from'],
        ...(values['to'] && { to: values['to'] }),
      });
      const { from } = await read(api.POST('/questions', { body }));
      visit.parts['asking'] = visit.parts['head'] = undefined;
      visit.opened.delete('new');
      return t.questionForm.asked(formatDay(from));
    });
  /** @param {string[]} pointers @param {import('./visit.d.ts').Drawn} content */
  const checked = (pointers, content) => drawChecked(state, pointers, content);
  const fields = html`<div class="fields">
      ${checked(['/kind'], select('kind', t.questionForm.kind, kinds, kind, set('kind')))}
      ${
        kind === 'scale'
          ? html`${checked(
              ['/points'],
              field(
                t.questionForm.points,
                input('points', { type: 'number', min: 3, max: 11, value: 5, isRequired: true }),
              ),
            )}
            ${checked(
              ['/lowest'],
              field(
                t.questionForm.firstPoint,
                input('lowest', { type: 'number', min: 0, max: 1, value: 1, isRequired: true }),
              ),
            )}`
          : nothing
      }
      ${kind === 'choice' ? checked(['/isSeveral'], check('isSeveral', t.questionForm.several)) : nothing}
    </div>
    ${drawWords(state, choices, kind, {}, visit)}
    <div class="fields">
      ${checked(['/audience/type'], select('audience', t.questionForm.whom, offered, audience, set('audience')))}
      ${
        choices.names[audience]
          ? checked(
              ['/audience/name'],
              field(
                audience === 'team' ? t.common.team : t.common.department,
                html`${input('name', { list: 'audiences', isRequired: true })}
                  <datalist id="audiences">
                    ${choices.names[audience].map((name) => html`<option value=${name}></option>`)}
                  </datalist>`,
              ),
            )
          : nothing
      }
      ${
        audience === 'below'
          ? checked(['/audience/userId'], picker(visit, { key: 'head', name: 'userId', label: t.common.person }))
          : nothing
      }
    </div>
    <div class="fields">
      ${checked(['/frequency'], select('frequency', t.questionForm.howOften, frequencies, frequency, set('frequency')))}
      ${
        frequency === 'every_n_weeks'
          ? checked(
              ['/everyWeeks'],
              field(
                t.questionForm.everyWeeks,
                input('everyWeeks', { type: 'number', min: 2, max: 52, value: 2, isRequired: true }),
              ),
            )
          : nothing
      }
      ${checked(
        ['/from'],
        field(
          t.questionForm.from,
          input('from', { type: 'date', value: me.currentWeek, isRequired: true }),
          t.questionForm.fromHint,
        ),
      )}
      ${
        frequency === 'once'
          ? nothing
          : checked(['/to'], field(t.questionForm.to, input('to', { type: 'date' }), t.questionForm.toHint))
      }
    </div>
    ${check('isRequired', t.questionForm.requiredNote)} ${drawOthers(state)}`;
  return form(visit, { label: t.questions.new, action: t.questionForm.ask, submit }, fields);
}

/**
 * Draws the form that changes the words of a question, whether it is required, and its last week.
 *
 * @param {Schemas['Question']} question
 * @param {Visit} visit
 * @param {() => Promise<Choices>} readChoices
 * @param {() => void} close
 */
export function drawChange(question, visit, readChoices, close) {
  const { id, kind, text, isRequired, to } = question;
  const key = `words ${id}`;
  const state = /** @type {WordsState} */ (findFaults(visit, key));
  state.languages ??= Object.keys(text);
  const stop = () => {
    visit.parts[key] = undefined;
    close();
  };
  /** @param {Values} values */
  const submit = (values) =>
    sendFrom(state, async () => {
      const words = toWords(state, kind, values);
      const others = { isRequired: values['isRequired'] === 'on', ...(values['to'] && { to: values['to'] }) };
      /** @type {Readonly<Record<string, unknown>>} */
      const before = question;
      /** @param {[name: string, value: unknown]} entry */
      const isOther = ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]);
      const body = Object.fromEntries(Object.entries({ ...words, ...others }).filter(isOther));
      if (!Object.keys(body).length) return t.common.nothingChanged;
      const params = { path: { questionId: id } };
      await read(api.PATCH('/questions/{questionId}', { params, body }));
      stop();
      return t.questionForm.changed;
    });
  /** @param {Choices} choices */
  const draw = (choices) => {
    state.placed = new Set();
    const fields = html`${drawWords(state, choices, kind, question, visit)}
      <div class="fields">
        ${drawChecked(state, ['/to'], field(t.questionForm.to, input('to', { type: 'date', value: to }), t.questionForm.onlyEarlier))}
        ${check('isRequired', t.questions.required, isRequired)}
      </div>
      ${drawOthers(state)}`;
    return form(
      visit,
      { label: t.common.changeOf(Object.values(text)[0] ?? ''), action: t.common.change, submit, cancel: stop },
      fields,
    );
  };
  return html`<div class="opened">${partly(visit, 'choices', readChoices, draw)}</div>`;
}
