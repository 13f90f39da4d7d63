// Deputies: who acts for a manager, when, and for what.
import { api, read } from './api.js';
import { picker } from './picker.js';
import { formatDay } from './text.js';
import { askingButton, badge, empty, field, form, html, nothing, person } from './ui.js';

const rights = { 'read answer': 'Read and answer', read: 'Read only', answer: 'Answer only' };

/** Reads the deputies of a person, and for whom they are one. */
export const readDeputies = (userId) => read(api.GET('/users/{userId}/deputies', { params: { path: { userId } } }));

const drawTerm = ({ from, to, rights: given }) =>
  `${formatDay(from)} – ${formatDay(to)}, ${rights[given.join(' ')]?.toLowerCase() ?? given.join(', ')}`;

/** Draws both. `mayName`: whether the reader may name a deputy. */
export function drawDeputies({ deputies, deputyFor }, visit, user, mayName) {
  const end = ({ id, name }) =>
    visit.change(`${name} is no deputy any more.`, () =>
      api.DELETE('/users/{userId}/deputies/{deputyId}', { params: { path: { userId: user.id, deputyId: id } } }),
    );
  const name = async ({ deputyId, from, to, given }) => {
    const params = { path: { userId: user.id, deputyId } };
    const body = { from, to, rights: given.split(' ') };
    const { deputy } = await read(api.PUT('/users/{userId}/deputies/{deputyId}', { params, body }));
    visit.parts['deputy'] = undefined;
    return `${deputy.name} is told, and acts from ${formatDay(from)} on.`;
  };
  const drawOwn = (term) =>
    html`<li class="row">
      ${person(term.deputy, drawTerm(term))} ${term.hasLeft ? badge('has left: nobody acts', 'poor') : nothing}
      ${
        mayName
          ? askingButton(visit, 'End', 'End it now?', () => end(term.deputy), `End: ${term.deputy.name}`)
          : nothing
      }
    </li>`;
  return html`${
    deputies.length
      ? html`<ul class="rows">
          ${deputies.map(drawOwn)}
        </ul>`
      : empty('No deputies', 'A deputy sees and answers what you would, while you are away.')
  }
  ${
    deputyFor.length
      ? html`<h3>Deputy for</h3>
          <ul class="rows">
            ${deputyFor.map((term) => html`<li>${person(term.manager, drawTerm(term))}</li>`)}
          </ul>`
      : nothing
  }
  ${mayName ? drawNew(visit, name) : nothing}`;
}

function drawNew(visit, submit) {
  return form(
    visit,
    { label: 'New deputy', action: 'Name', submit },
    html`${picker(visit, { key: 'deputy', name: 'deputyId', label: 'Deputy' })}
      <div class="fields">
        ${field('First day', html`<input name="from" type="date" required />`)}
        ${field('Last day', html`<input name="to" type="date" required />`)}
        ${field(
          'May',
          html`<select name="given">
            ${Object.entries(rights).map(([value, text]) => html`<option value=${value}>${text}</option>`)}
          </select>`,
        )}
      </div>`,
  );
}
