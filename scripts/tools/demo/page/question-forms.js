// The forms that ask a question and change its words. What the API refuses is said where it was written, in the words of the API.
import { api, read } from './api.js';
import { picker } from './picker.js';
import { formatDay } from './text.js';
import { field, form, html, nothing, partly } from './ui.js';

/** An error then names each field that has a fault. */
const headers = { Accept: 'application/json, application/problem+json' };

const kinds = { text: 'Text', scale: 'Scale', choice: 'Choice', yes_no: 'Yes or no' };
const frequencies = {
  weekly: 'Every week',
  every_n_weeks: 'Every few weeks',
  first_week_of_month: 'In the first week of each month',
  once: 'Once',
};
const audiences = { tenant: 'Everybody', department: 'A department', team: 'A team' };
/** The name of a language. */
export const nameLanguage = (code) => new Intl.DisplayNames('en', { type: 'language' }).of(code);

/** Sends, and keeps what the API refuses, which is then shown in the form and not elsewhere. */
async function sendFrom(state, send) {
  state.faults = [];
  try {
    return await send();
  } catch (error) {
    state.faults = error.faults?.length ? error.faults : [{ pointer: '', message: error.message }];
    error.isShown = true;
    throw error;
  }
}

/**
 * Draws a field with what the API refuses of it.
 *
 * @param pointers the fields of the body that it is for
 */
function drawChecked(state, pointers, content) {
  const isOf = ({ pointer }) => pointers.some((one) => pointer === one || pointer.startsWith(`${one}/`));
  const found = state.faults.filter(isOf);
  for (const fault of found) state.placed.add(fault);
  return html`<div class="checked">
    ${content} ${found.map(({ message }) => html`<p class="failure" role="alert">${message}</p>`)}
  </div>`;
}

/** What the API refuses, and no field stands for. */
const drawOthers = ({ faults, placed }) =>
  faults
    .filter((fault) => !placed.has(fault))
    .map(({ message }) => html`<p class="failure" role="alert">${message}</p>`);

const input = (name, more = {}) =>
  html`<input
    name=${name}
    type=${more.type ?? 'text'}
    maxlength=${more.maxLength ?? nothing}
    min=${more.min ?? nothing}
    max=${more.max ?? nothing}
    list=${more.list ?? nothing}
    ?required=${more.isRequired ?? false}
    autocomplete="off"
    .defaultValue=${String(more.value ?? '')}
  />`;
const check = (name, text, isChecked = false, change) =>
  html`<label class="check"
    ><input type="checkbox" name=${name} ?checked=${isChecked} @change=${change} /><span>${text}</span></label
  >`;
const select = (name, label, choices, chosen, choose) =>
  field(
    label,
    html`<select name=${name} @change=${({ currentTarget }) => choose(currentTarget.value)}>
      ${Object.entries(choices).map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select>`,
  );

/** The words of a question in the languages that are chosen; `words` are those that there are. */
function drawWords(state, { languages }, kind, words, visit) {
  const choose = (language, isChosen) => {
    state.languages = languages.filter((one) => (one === language ? isChosen : state.languages.includes(one)));
    if (!state.languages.length) state.languages = [language];
    visit.draw();
  };
  const drawIn = (language) => {
    const isOne = state.languages.length === 1;
    const inLanguage = (label) => (isOne ? label : `${label} (${nameLanguage(language)})`);
    const short = (name, label, isRequired) =>
      field(
        inLanguage(label),
        input(`${name} ${language}`, { maxLength: 200, isRequired, value: words[name]?.[language] }),
      );
    const options = words.options?.map((option) => option[language] ?? '').join('\n') ?? '';
    return html`${drawChecked(state, ['/text'], short('text', 'Question', true))}
    ${
      kind === 'scale'
        ? html`<div class="fields">
            ${drawChecked(state, ['/low'], short('low', 'What the lowest point means', false))}
            ${drawChecked(state, ['/high'], short('high', 'What the highest point means', false))}
          </div>`
        : nothing
    }
    ${
      kind === 'choice'
        ? drawChecked(
            state,
            ['/options'],
            field(
              inLanguage('Options'),
              html`<textarea name="options ${language}" rows="4" required .defaultValue=${options}></textarea>`,
              'a line for each',
            ),
          )
        : nothing
    }`;
  };
  return html`${
    languages.length > 1
      ? html`<fieldset>
          <legend>Languages</legend>
          <div class="checks">
            ${languages.map(
              (language) =>
                html`<label class="check"
                  ><input
                    type="checkbox"
                    .checked=${state.languages.includes(language)}
                    @change=${({ currentTarget }) => choose(language, currentTarget.checked)}
                  /><span>${nameLanguage(language)}</span></label
                >`,
            )}
          </div>
        </fieldset>`
      : nothing
  }
  ${state.languages.map(drawIn)}`;
}

/** The words of a form, as the API takes them. */
function toWords({ languages }, kind, values) {
  const inAll = (name) =>
    Object.fromEntries(
      languages.flatMap((one) => {
        const text = values[`${name} ${one}`]?.trim();
        return text ? [[one, text]] : [];
      }),
    );
  const named = (name) => {
    const words = inAll(name);
    return Object.keys(words).length ? { [name]: words } : {};
  };
  if (kind === 'scale') return { text: inAll('text'), ...named('low'), ...named('high') };
  if (kind !== 'choice') return { text: inAll('text') };
  const lines = languages.map((one) => values[`options ${one}`].split('\n').flatMap((line) => line.trim() || []));
  if (lines.some(({ length }) => length !== lines[0].length))
    throw new Error('Each language needs a line for each option.');
  const options = lines[0].map((_, at) => Object.fromEntries(languages.map((one, place) => [one, lines[place][at]])));
  return { text: inAll('text'), options };
}

/** Draws the form of a new question. Somebody who may not ask anybody asks those below. */
export function drawNew(choices, visit, mayAskAnybody) {
  const { me } = visit;
  const offered = {
    ...(mayAskAnybody && audiences),
    ...(me.isManager && { own: 'Everyone below me' }),
    below: 'Everyone below a person',
  };
  const state = (visit.parts.asking ??= {
    kind: 'text',
    audience: Object.keys(offered)[0],
    frequency: 'weekly',
    languages: choices.languages.slice(0, 1),
    faults: [],
  });
  state.placed = new Set();
  const { kind, audience, frequency } = state;
  const set = (name) => (value) => {
    state[name] = value;
    visit.draw();
  };
  const submit = (values) =>
    sendFrom(state, async () => {
      const isBelow = audience === 'own' || audience === 'below';
      const to = {
        type: isBelow ? 'below' : audience,
        ...(audience === 'own' && { userId: me.id }),
        ...(audience === 'below' && { userId: values.userId }),
        ...(audiences[audience] && audience !== 'tenant' && { name: values.name }),
      };
      const body = {
        kind,
        ...toWords(state, kind, values),
        ...(kind === 'scale' && { points: Number(values.points) }),
        ...(kind === 'choice' && { isSeveral: values.isSeveral === 'on' }),
        audience: to,
        frequency,
        ...(frequency === 'every_n_weeks' && { everyWeeks: Number(values.everyWeeks) }),
        isRequired: values.isRequired === 'on',
        from: values.from,
        ...(values.to && { to: values.to }),
      };
      const { from } = await read(api.POST('/questions', { headers, body }));
      visit.parts.asking = visit.parts.head = undefined;
      visit.opened.delete('new');
      return `It is asked from the week of ${formatDay(from)} on.`;
    });
  const checked = (pointers, content) => drawChecked(state, pointers, content);
  const fields = html`<div class="fields">
      ${checked(['/kind'], select('kind', 'Kind of answer', kinds, kind, set('kind')))}
      ${
        kind === 'scale'
          ? checked(
              ['/points'],
              field('Points', input('points', { type: 'number', min: 3, max: 11, value: 5, isRequired: true })),
            )
          : nothing
      }
      ${kind === 'choice' ? checked(['/isSeveral'], check('isSeveral', 'Several can be chosen')) : nothing}
    </div>
    ${drawWords(state, choices, kind, {}, visit)}
    <div class="fields">
      ${checked(['/audience/type'], select('audience', 'Whom to ask', offered, audience, set('audience')))}
      ${
        choices.names[audience]
          ? checked(
              ['/audience/name'],
              field(
                audience === 'team' ? 'Team' : 'Department',
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
          ? checked(['/audience/userId'], picker(visit, { key: 'head', name: 'userId', label: 'Person' }))
          : nothing
      }
    </div>
    <div class="fields">
      ${checked(['/frequency'], select('frequency', 'How often', frequencies, frequency, set('frequency')))}
      ${
        frequency === 'every_n_weeks'
          ? checked(
              ['/everyWeeks'],
              field(
                'Every so many weeks',
                input('everyWeeks', { type: 'number', min: 2, max: 52, value: 2, isRequired: true }),
              ),
            )
          : nothing
      }
      ${checked(
        ['/from'],
        field(
          'From',
          input('from', { type: 'date', value: me.currentWeek, isRequired: true }),
          'any day of the first week',
        ),
      )}
      ${
        frequency === 'once'
          ? nothing
          : checked(['/to'], field('To', input('to', { type: 'date' }), 'empty: until it is ended'))
      }
    </div>
    ${check('isRequired', 'Required: it comes first, but a week without an answer is accepted')} ${drawOthers(state)}`;
  return form(visit, { label: 'New question', action: 'Ask', submit }, fields);
}

/** Draws the form that changes the words of a question, whether it is required, and its last week. */
export function drawChange(question, visit, readChoices, close) {
  const { id, kind, text, isRequired, to } = question;
  const key = `words ${id}`;
  const state = (visit.parts[key] ??= { languages: Object.keys(text), faults: [] });
  const stop = () => {
    visit.parts[key] = undefined;
    close();
  };
  const submit = (values) =>
    sendFrom(state, async () => {
      const words = toWords(state, kind, values);
      const others = { isRequired: values.isRequired === 'on', ...(values.to && { to: values.to }) };
      const isOther = ([name, value]) => JSON.stringify(value) !== JSON.stringify(question[name]);
      const body = Object.fromEntries(Object.entries({ ...words, ...others }).filter(isOther));
      if (!Object.keys(body).length) return 'Nothing has changed.';
      const params = { path: { questionId: id } };
      await read(api.PATCH('/questions/{questionId}', { params, headers, body }));
      stop();
      return 'Changed. Answers so far keep the words that they answered.';
    });
  const draw = (choices) => {
    state.placed = new Set();
    const fields = html`${drawWords(state, choices, kind, question, visit)}
      <div class="fields">
        ${drawChecked(state, ['/to'], field('To', input('to', { type: 'date', value: to }), 'it can only come earlier'))}
        ${check('isRequired', 'Required', isRequired)}
      </div>
      ${drawOthers(state)}`;
    return form(visit, { label: `Change: ${Object.values(text)[0]}`, action: 'Change', submit, cancel: stop }, fields);
  };
  return html`<div class="opened">${partly(visit, 'choices', readChoices, draw)}</div>`;
}
