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
 * Keeps what is written in the form of a week.
 *
 * @param draft as it was read; null if there was none
 * @param toTexts what the API takes, from the values of the form
 * @returns `watch` takes the events of the form, `note` says how far it is kept, and `settle` waits for what is being saved
 */
export function keepDraft(visit, weekStart, draft, toTexts) {
  const params = { path: { weekStart } };
  const state = (visit.parts[`draft ${weekStart}`] ??= {
    form: null,
    timer: 0,
    saving: null,
    isQueued: false,
    note: null,
  });
  const say = (note) => {
    state.note = note;
    visit.draw();
  };
  const send = async () => {
    state.isQueued = false;
    if (!visit.isSignedIn()) return; // it is not the draft of somebody else
    const body = toTexts(Object.fromEntries(new FormData(state.form)));
    try {
      const { savedAt } = await read(api.PUT('/summary-drafts/{weekStart}', { params, body }));
      say(`Draft saved, ${formatTime(savedAt)}`);
    } catch (error) {
      visit.noteEnd(error, save);
      say(`The draft is not saved yet: ${error.message}`);
    }
  };
  /** One after the other, so that the newest text is what is kept: the next one sends what is written by then. */
  const save = () => {
    clearTimeout(state.timer);
    if (state.isQueued) return;
    state.isQueued = true;
    state.saving = Promise.resolve(state.saving).then(send);
  };
  const settle = () => {
    clearTimeout(state.timer);
    return state.saving;
  };
  const discard = async () => {
    await settle();
    const isDone = await visit.run(async () => {
      await read(api.DELETE('/summary-drafts/{weekStart}', { params }));
      visit.parts[weekStart] = undefined;
      return 'The draft is discarded.';
    });
    if (!isDone) return;
    state.form?.reset();
    say('');
  };
  const note = state.note ?? (draft ? `Draft of ${formatTime(draft.savedAt)}` : '');
  return {
    settle,
    watch: ({ type, currentTarget }) => {
      state.form = currentTarget;
      clearTimeout(state.timer);
      if (type === 'change') save();
      else state.timer = setTimeout(save, pauseMs);
    },
    note: note
      ? html`<span class="note">${note}</span>
          ${askingButton(visit, 'Discard', 'Discard the draft?', discard, `Discard the draft of ${formatDay(weekStart)}`)}`
      : nothing,
  };
}
