// The draft of a week: kept by the API as one writes, for its author alone, until the week is submitted.
import { api, read } from './api.js';
import { t } from './language.js';
import { formatDay, formatTime } from './text.js';
import { askingButton, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['SummaryDraft']} Draft */
/** What is written of a week: texts, and the scores that are chosen. @typedef {{ weekStart?: string, savedAt?: string, scores?: Record<string, number> } & Record<string, any>} Written */
/** @typedef {Record<string, string | number | undefined>} Fields */
/** @typedef {{ form: HTMLFormElement | null, timer: ReturnType<typeof setTimeout> | null, saving: Promise<void> | null, isQueued: boolean, note: string | null, finish?: () => Promise<void> | null }} Kept */

/** After the last key. Leaving a field saves at once. */
const pauseMs = 1000;

/**
 * Reads the draft of a week; null if there is none.
 *
 * @param {string} weekStart
 * @param {(response: Response) => void} onAnswer gets the response, which has the ETag
 * @returns {Promise<Draft | null>}
 */
export const readDraft = (weekStart, onAnswer = () => {}) =>
  read(
    api.GET('/summary-drafts/{weekStart}', { params: { path: { weekStart } } }).then((answer) => {
      onAnswer(answer.response);
      return answer;
    }),
  ).catch((error) => {
    if (error.code === 'DRAFT_NOT_FOUND') return null;
    throw error;
  });

/** The fields of a week, each by itself: its texts and its scores. @param {Written} week @returns {Fields} */
const listFields = ({ scores = {}, weekStart: _week, savedAt: _at, ...texts }) => ({
  ...texts,
  ...Object.fromEntries(Object.entries(scores).map(([name, value]) => [`scores ${name}`, value])),
});
/** @param {Fields} fields */
const toWeek = (fields) => {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const scores = entries.filter(([name]) => name.startsWith('scores '));
  const texts = entries.filter(([name]) => !name.startsWith('scores '));
  return {
    ...Object.fromEntries(texts),
    scores: Object.fromEntries(scores.map(([name, value]) => [name.slice('scores '.length), value])),
  };
};
/** @param {string | number | undefined} one @param {string | number | undefined} other */
const isSame = (one, other) => (one ?? '') === (other ?? '');

/**
 * What has been written in this tab since `before`, on top of what is stored: another tab may have written other fields.
 *
 * @param {Fields} before what the form showed; it becomes what the form shows now
 * @param {Written} written
 * @param {Written | null} stored
 */
function merge(before, written, stored) {
  const own = listFields(written);
  const there = listFields(stored ?? {});
  const names = [...new Set([...Object.keys(own), ...Object.keys(there)])];
  const merged = names.map(
    (name) => /** @type {const} */ ([name, isSame(own[name], before[name]) ? (there[name] ?? own[name]) : own[name]]),
  );
  const others = merged.filter(([name, value]) => !isSame(value, own[name]));
  return { week: toWeek(Object.fromEntries(merged)), hasOthers: others.length > 0, own };
}

/**
 * Keeps what is written in a form, after each pause.
 *
 * @param {Visit} visit
 * @param {string} key tells apart what is kept on a screen
 * @param {() => string} getFailure returns what is said before the reason why it is not kept
 * @param {(form: HTMLFormElement) => Promise<string | null>} send keeps what stands in the form; returns what to say
 * @returns `watch` takes the events of the form, `note` is what was said last, `settle` waits for what is being kept, and `say` says
 *   something else
 */
export function keepForm(visit, key, getFailure, send) {
  const state = /** @type {Kept} */ (
    visit.parts[key] ??= { form: null, timer: null, saving: null, isQueued: false, note: null }
  );
  /** @param {string | null} note */
  const say = (note) => {
    state.note = note;
    visit.draw();
  };
  const sendNow = async () => {
    state.isQueued = false;
    if (!visit.isSignedIn() || !state.form) return; // it is not what somebody else has written
    try {
      say(await send(state.form));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      visit.noteEnd(error, save);
      say(`${getFailure()}: ${error.message}`);
    }
  };
  const stopTimer = () => {
    clearTimeout(state.timer ?? undefined);
    state.timer = null;
  };
  /** One after the other, so that the newest text is what is kept: the next one sends what is written by then. */
  const save = () => {
    stopTimer();
    if (state.isQueued) return;
    state.isQueued = true;
    state.saving = Promise.resolve(state.saving).then(sendNow);
  };
  /** Before the reader leaves: keeps what was written in the last moments, too. */
  state.finish = () => {
    if (state.timer !== null) save();
    return state.saving;
  };
  return {
    say,
    note: state.note,
    settle: () => {
      stopTimer();
      return state.saving;
    },
    /** @param {Event} event */
    watch: ({ type, currentTarget }) => {
      state.form = /** @type {HTMLFormElement} */ (currentTarget);
      stopTimer();
      if (type === 'change') save();
      else state.timer = setTimeout(save, pauseMs);
    },
    reset: () => state.form?.reset(),
  };
}

/**
 * Keeps what is written in the form of a week.
 *
 * @param {Visit} visit
 * @param {string} weekStart
 * @param {Draft | null} draft as it was read; null if there was none
 * @param {(values: Record<string, any>) => Written} toTexts what the API takes, from the values of the form
 * @returns `watch` takes the events of the form, `note` says how far it is kept, `settle` waits for what is being saved, and `complete`
 *   adds what another tab has written
 */
export function keepDraft(visit, weekStart, draft, toTexts) {
  const params = { path: { weekStart } };
  const key = `stored ${weekStart}`;
  /** What the form showed last, and what is stored, with its tag, once that is known. */
  const state = /** @type {{ shown: Fields, stored: Written | null, tag: string | null, isKnown: boolean }} */ (
    visit.parts[key] ??= { shown: listFields(draft ?? {}), stored: null, tag: null, isKnown: false }
  );
  const learn = async () => {
    state.tag = null;
    state.stored = await readDraft(weekStart, ({ headers }) => (state.tag = headers.get('etag')));
    state.isKnown = true;
  };
  /** The tag makes sure that nothing of another tab is replaced unseen. */
  /** @param {HTMLFormElement} element @param {number} attempt @returns {Promise<string | null>} */
  const send = async (element, attempt = 1) => {
    const written = toTexts(Object.fromEntries(new FormData(element)));
    if (!state.isKnown) await learn();
    if (!visit.isSignedIn()) return null; // the next one must not get it
    const { week: body, hasOthers, own } = merge(state.shown, written, state.stored);
    const headers = state.tag === null ? {} : { 'If-Match': state.tag };
    const answer = await api.PUT('/summary-drafts/{weekStart}', { params, body, headers });
    if (answer.response.status === 412 && attempt < 5) {
      state.isKnown = false;
      return send(element, attempt + 1);
    }
    const { savedAt } = await read(Promise.resolve(answer));
    Object.assign(state, { shown: own, stored: body, tag: answer.response.headers.get('etag') });
    return t.drafts[hasOthers ? 'savedWithOthers' : 'saved'](formatTime(savedAt));
  };
  const kept = keepForm(visit, `draft ${weekStart}`, () => t.drafts.notSaved, send);
  const discard = async () => {
    await kept.settle();
    const isDone = await visit.run(async () => {
      await read(api.DELETE('/summary-drafts/{weekStart}', { params }));
      visit.parts[weekStart] = visit.parts[key] = undefined;
      return t.drafts.discarded;
    });
    if (!isDone) return;
    kept.reset();
    kept.say('');
  };
  const note = kept.note ?? (draft ? t.drafts.of(formatTime(draft.savedAt)) : '');
  return {
    settle: kept.settle,
    /** What is submitted: also what another tab has written. */
    /** @param {Written} written */
    complete: async (written) => {
      await learn();
      const { week } = merge(state.shown, written, state.stored);
      return /** @type {Omit<Schemas['SummaryInput'], 'weekStart'>} */ (/** @type {unknown} */ (week));
    },
    watch: kept.watch,
    note: /** @type {import('./visit.d.ts').Drawn} */ (
      note
        ? html`<span class="note">${note}</span>
            ${askingButton(visit, t.drafts.discard, t.drafts.ask, discard, t.drafts.discardOf(formatDay(weekStart)))}`
        : nothing
    ),
  };
}
