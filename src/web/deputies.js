// Deputies: who acts for a manager, when, and for what.
import { api, read } from './api.js';
import { picker } from './picker.js';
import { t } from './language.js';
import { formatDay } from './text.js';
import { askingButton, badge, empty, field, form, html, nothing, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */

/** What a deputy may do, as the API takes it, with its text. */
const listRights = () =>
  /** @type {const} */ ([
    ['read answer', t.deputies.readAnswer],
    ['read', t.deputies.read],
    ['answer', t.deputies.answer],
  ]);

const deputyRights = /** @type {const} */ (['read', 'answer']);

/** Reads the deputies of a person, and for whom they are one. @param {string} userId */
export const readDeputies = (userId) => read(api.GET('/users/{userId}/deputies', { params: { path: { userId } } }));

/** @param {{ from: string, to: string, rights: readonly string[] }} term */
function drawTerm({ from, to, rights }) {
  const [, text] = listRights().find(([value]) => value === rights.join(' ')) ?? [];
  return t.deputies.term(formatDay(from), formatDay(to), text?.toLocaleLowerCase() ?? rights.join(', '));
}

/**
 * Draws both. `mayName`: whether the reader may name a deputy.
 *
 * @param {Awaited<ReturnType<typeof readDeputies>>} read
 * @param {Visit} visit
 * @param {{ id: string }} user
 * @param {boolean} mayName
 */
export function drawDeputies({ deputies, deputyFor }, visit, user, mayName) {
  /** @param {{ id: string, name: string }} deputy */
  const end = ({ id, name }) =>
    visit.change(t.deputies.isNoMore(name), () =>
      api.DELETE('/users/{userId}/deputies/{deputyId}', { params: { path: { userId: user.id, deputyId: id } } }),
    );
  /** @param {Record<string, string>} values */
  const name = async ({ deputyId = '', from = '', to = '', given = '' }) => {
    const params = { path: { userId: user.id, deputyId } };
    const rights = deputyRights.filter((right) => given.split(' ').includes(right));
    const body = { from, to, rights };
    const { deputy } = await read(api.PUT('/users/{userId}/deputies/{deputyId}', { params, body }));
    visit.parts['deputy'] = undefined;
    return t.deputies.isTold(deputy.name, formatDay(from));
  };
  /** @param {Awaited<ReturnType<typeof readDeputies>>['deputies'][0]} term */
  const drawOwn = (term) =>
    html`<li class="row">
      ${person(term.deputy, drawTerm(term))} ${term.hasLeft ? badge(t.deputies.hasLeft, 'poor') : nothing}
      ${
        mayName
          ? askingButton(visit, t.common.end, t.deputies.ask, () => end(term.deputy), t.common.endOf(term.deputy.name))
          : nothing
      }
    </li>`;
  return html`${
    deputies.length
      ? html`<ul class="rows">
          ${deputies.map(drawOwn)}
        </ul>`
      : empty(t.deputies.none, t.deputies.noneHint)
  }
  ${
    deputyFor.length
      ? html`<h3>${t.deputies.for}</h3>
          <ul class="rows">
            ${deputyFor.map((term) => html`<li>${person(term.manager, drawTerm(term))}</li>`)}
          </ul>`
      : nothing
  }
  ${mayName ? drawNew(visit, name) : nothing}`;
}

/**
 * @param {Visit} visit
 * @param {(values: Record<string, string>) => Promise<string>} submit
 */
function drawNew(visit, submit) {
  return form(
    visit,
    { label: t.deputies.new, action: t.deputies.name, submit },
    html`${picker(visit, { key: 'deputy', name: 'deputyId', label: t.deputies.deputy })}
      <div class="fields">
        ${field(t.common.firstDay, html`<input name="from" type="date" required />`)}
        ${field(t.common.lastDay, html`<input name="to" type="date" required />`)}
        ${field(
          t.deputies.may,
          html`<select name="given">
            ${listRights().map(([value, text]) => html`<option value=${value}>${text}</option>`)}
          </select>`,
        )}
      </div>`,
  );
}
