// The draft of a week: kept by the API as one writes, for its author alone, until the week is submitted.
import { api, read } from './api.js';
import { formatDay, formatTime } from './text.js';
import { askingButton, html, nothing } from './ui.js';

/** After the last key. Leaving a field saves at once. */
const pauseMs = 1000;

/** Reads the draft of a week; null if there is none. */
export const readDraft = (weekStart) =>
  read(api.GET('/summary-drafts/{weekStart}', { params: { path: { weekStart } } })).catch((error) => {
    if (error.code === 'DRAFT_NOT_FOUND') return null;
    throw error;
  });

/**
 * Keeps what is written in a form, after each pause.
 *
 * @param key tells apart what is kept on a screen
 * @param failure what is said before the reason why it is not kept
 * @param send keeps what stands in the form; returns what to say
 * @returns `watch` takes the events of the form, `note` is what was said last, `settle` waits for what is being kept, and `say` says
 *   something else
 */
export function keepForm(visit, key, failure, send) {
  const state = (visit.parts[key] ??= { form: null, timer: 0, saving: null, isQueued: false, note: null });
  const say = (note) => {
    state.note = note;
    visit.draw();
  };
  const sendNow = async () => {
    state.isQueued = false;
    if (!visit.isSignedIn()) return; // it is not what somebody else has written
    try {
      say(await send(state.form));
    } catch (error) {
      visit.noteEnd(error, save);
      say(`${failure}: ${error.message}`);
    }
  };
  /** One after the other, so that the newest text is what is kept: the next one sends what is written by then. */
  const save = () => {
    clearTimeout(state.timer);
    if (state.isQueued) return;
    state.isQueued = true;
    state.saving = Promise.resolve(state.saving).then(sendNow);
  };
  return {
    say,
    note: state.note,
    settle: () => {
      clearTimeout(state.timer);
      return state.saving;
    },
    watch: ({ type, currentTarget }) => {
      state.form = currentTarget;
      clearTimeout(state.timer);
      if (type === 'change') save();
      else state.timer = setTimeout(save, pauseMs);
    },
    reset: () => state.form?.reset(),
  };
}

/**
 * Keeps what is written in the form of a week.
 *
 * @param draft as it was read; null if there was none
 * @param toTexts what the API takes, from the values of the form
 * @returns `watch` takes the events of the form, `note` says how far it is kept, and `settle` waits for what is being saved
 */
export function keepDraft(visit, weekStart, draft, toTexts) {
  const params = { path: { weekStart } };
  const send = async (element) => {
    const body = toTexts(Object.fromEntries(new FormData(element)));
    const { savedAt } = await read(api.PUT('/summary-drafts/{weekStart}', { params, body }));
    return `Draft saved, ${formatTime(savedAt)}`;
  };
  const kept = keepForm(visit, `draft ${weekStart}`, 'The draft is not saved yet', send);
  const discard = async () => {
    await kept.settle();
    const isDone = await visit.run(async () => {
      await read(api.DELETE('/summary-drafts/{weekStart}', { params }));
      visit.parts[weekStart] = undefined;
      return 'The draft is discarded.';
    });
    if (!isDone) return;
    kept.reset();
    kept.say('');
  };
  const note = kept.note ?? (draft ? `Draft of ${formatTime(draft.savedAt)}` : '');
  return {
    settle: kept.settle,
    watch: kept.watch,
    note: note
      ? html`<span class="note">${note}</span>
          ${askingButton(visit, 'Discard', 'Discard the draft?', discard, `Discard the draft of ${formatDay(weekStart)}`)}`
      : nothing,
  };
}
