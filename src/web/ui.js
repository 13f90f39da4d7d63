// The parts that screens are made of. Text of people becomes text only, never markup.
import { html, nothing, render, svg } from 'lit-html';
import { formatNumber, formatPercent } from './text.js';
import { t } from './language.js';
import { sendChecked } from './validity.js';

export { html, nothing, render, svg };

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */

/** A circle with the initials of a person. @param {{ name: string }} user */
export const avatar = ({ name }) => {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '').join('');
  return html`<span class="avatar" aria-hidden="true">${initials.toUpperCase()}</span>`;
};

/**
 * A person with a line about them; leads to their screen.
 *
 * @param {{ id: string, name: string, jobTitle?: string, team?: string }} user
 */
export const person = (user, note = [user.jobTitle, user.team].filter(Boolean).join(' · ')) =>
  html`<a class="person" href="#/people/${user.id}"
    >${avatar(user)}<span
      ><b><bdi>${user.name}</bdi></b
      >${note ? html`<small>${note}</small>` : nothing}</span
    ></a
  >`;

/**
 * A button that runs `act`. Its accessible name is `label`, for buttons that repeat in a list.
 *
 * @param {Drawn} text
 * @param {() => unknown} act
 * @param {{ label?: string | undefined, look?: string, isDisabled?: boolean }} [options]
 */
export const button = (text, act, { label, look = '', isDisabled = false } = {}) =>
  html`<button
    type="button"
    class=${look}
    aria-label=${label ?? nothing}
    ?disabled=${isDisabled}
    @click=${() => void act()}
  >
    ${text}
  </button>`;

/**
 * A button that asks before it runs `act`.
 *
 * @param {Visit} visit
 * @param {string} text
 * @param {string} question
 * @param {() => unknown} act
 * @param {string} [label]
 */
export const askingButton = (visit, text, question, act, label) => {
  const key = `ask ${label ?? text}`;
  /** @param {boolean} value */
  const set = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  return visit.parts[key]
    ? html`<span class="asking" role="group" aria-label=${question}
        >${question}
        ${button(text, () => (set(false), act()), { look: 'danger' })}${button(t.common.keep, () => set(false))}</span
      >`
    : button(text, () => set(true), { label, look: 'quiet' });
};

/**
 * A field with its label.
 *
 * @param {string} label
 * @param {Drawn} control
 */
export const field = (label, control, hint = '') =>
  html`<label class="field"><span>${label}${hint ? html` <small>${hint}</small>` : nothing}</span>${control}</label>`;

/**
 * A form. `submit` gets its values by name, and returns what to tell the reader; the form is empty afterwards. Its buttons
 * are disabled meanwhile. `watch` hears of each change, and `note` stands beside the buttons.
 *
 * @param {Visit} visit
 * @param {{ label: string, action: string, cancel?: (() => void) | undefined, watch?: ((event: Event) => void) | undefined, note?: Drawn | undefined,
 *   submit: (values: Record<string, any>, element: HTMLFormElement) => Promise<string | undefined> }} options
 * @param {Drawn} fields
 */
export const form = (visit, { label, action, submit, cancel, watch, note = nothing }, fields) => {
  /** @param {SubmitEvent & { currentTarget: HTMLFormElement, submitter: HTMLButtonElement }} event */
  const send = async (event) => {
    event.preventDefault();
    const { currentTarget: element, submitter } = event;
    const values = Object.fromEntries(new FormData(element));
    submitter.disabled = true;
    const isDone = await visit.run(() => sendChecked(element, () => submit(values, element)));
    submitter.disabled = false;
    if (isDone) element.reset();
  };
  return html`<form aria-label=${label} @submit=${send} @input=${watch} @change=${watch}>
    ${fields}
    <div class="actions">
      <button type="submit">${action}</button>
      ${cancel ? button(t.common.cancel, cancel) : nothing} ${note}
    </div>
  </form>`;
};

/**
 * A row that opens. `view` draws what `read` returns when it is opened for the first time.
 *
 * @template Data
 * @param {Visit} visit
 * @param {string} key
 * @param {Drawn} heading
 * @param {() => Promise<Data>} read
 * @param {(data: Data) => Drawn} view
 */
export const opening = (visit, key, heading, read, view) => {
  const isOpen = visit.opened.has(key);
  /** @param {Event & { currentTarget: HTMLDetailsElement }} event */
  const toggle = ({ currentTarget }) => {
    if (currentTarget.open === isOpen) return;
    visit.opened[currentTarget.open ? 'add' : 'delete'](key);
    visit.draw();
  };
  return html`<details ?open=${isOpen} @toggle=${toggle}>
    <summary>${heading}</summary>
    ${isOpen ? html`<div class="opened">${partly(visit, key, read, view)}</div>` : nothing}
  </details>`;
};

/**
 * A part of a screen that is read by itself, with its states.
 *
 * @template Data
 * @param {Visit} visit
 * @param {string} key
 * @param {() => Promise<Data>} read
 * @param {(data: Data) => Drawn} view
 */
export const partly = (visit, key, read, view) => {
  const { data, error, again } = visit.part(key, read);
  if (error) return html`<p class="failure">${error.message} ${button(t.frame.tryAgain, () => again?.())}</p>`;
  return data === null ? html`<p class="note">${t.frame.loading}</p>` : view(data);
};

/**
 * A list of cards, or `none`.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => Drawn} draw
 * @param {Drawn} none
 */
export const cards = (items, draw, none = nothing, look = 'rows') =>
  items.length
    ? html`<ul class=${look}>
        ${items.map((item) => html`<li class="card">${draw(item)}</li>`)}
      </ul>`
    : none;

/**
 * A card that is closed at first.
 *
 * @param {Drawn} title
 * @param {Drawn} content
 */
export const closedCard = (title, content) =>
  html`<details class="card">
    <summary>${title}</summary>
    <div class="opened">${content}</div>
  </details>`;

/**
 * Says that there is nothing, and what to do about it.
 *
 * @param {Drawn} title
 * @param {Drawn} hint
 */
export const empty = (title, hint = '') =>
  html`<div class="empty">
    <p>${title}</p>
    ${hint ? html`<p>${hint}</p>` : nothing}
  </div>`;

/**
 * Links between the views of a screen. `links` are their names, texts and addresses.
 *
 * @param {string} label
 * @param {readonly (readonly [id: string, text: string, address: string])[]} links
 * @param {string} current
 */
export const tabs = (label, links, current) =>
  html`<nav class="tabs" aria-label=${label}>
    ${links.map(
      ([id, text, address]) => html`<a href=${address} aria-current=${id === current ? 'page' : nothing}>${text}</a>`,
    )}
  </nav>`;

/**
 * A table. On a narrow window, each row is a block that names its cells; a `wide` one scrolls instead. `columns` are
 * `[title, draw, look]`. The roles stay what they are when the display changes.
 *
 * @template Row
 * @param {string} caption
 * @param {readonly (readonly [title: string, draw: (row: Row) => Drawn | null | undefined, look?: string])[]} columns
 * @param {readonly Row[]} rows
 */
export const table = (caption, columns, rows, look = '') =>
  html`<div class="scroll ${look}" tabindex="0" role="region" aria-label=${caption}>
    <table role="table">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(([title, , align = '']) => html`<th scope="col" role="columnheader" class=${align}>${title}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) =>
            html`<tr role="row">
              ${columns.map(([title, draw, align = '']) => html`<td role="cell" class=${align} data-title=${title}>${draw(row)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

/** Names a state; its colour follows from `look`: good, fair, poor or none. @param {Drawn} text */
export const badge = (text, look = '') => html`<span class="badge ${look}">${text}</span>`;

/** The colour of a score or a mean. @param {number} value */
export const rate = (value) => (value < 2.5 ? 'poor' : value < 3.5 ? 'fair' : 'good');

/**
 * A score from 1 to 5, or a mean, in the colour of its meaning.
 *
 * @param {number | null | undefined} value
 */
export const score = (value, name = '', write = formatNumber) =>
  value === undefined || value === null
    ? html`<span class="score none" title=${name}>–</span>`
    : html`<span class="score ${rate(value)}" title=${name}>${write(value)}</span>`;

/** A share of a hundred as a bar. @param {number} percent */
export const bar = (percent) =>
  html`<span class="bar"
    ><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" class="rail"></rect>
      <rect width=${percent} height="6"></rect></svg
    ><span>${formatPercent(percent)}</span></span
  >`;

/** The lists in pages, by their first page. @type {WeakMap<object, any>} */
const longer = new WeakMap();

/**
 * A list in pages: the first as the screen has read it, and those that a button adds until the screen is read again.
 *
 * @template Item
 * @param {Visit} visit
 * @param {{ items: Item[], nextCursor?: string }} first
 * @param {(cursor: string) => Promise<{ items: Item[], nextCursor?: string }>} readNext
 * @param {(items: Item[], hasMore: boolean) => Drawn} view
 */
export const paged = (visit, first, readNext, view) => {
  const { items, nextCursor } = longer.get(first) ?? first;
  const add = () =>
    visit.attempt(async () => {
      const next = await readNext(nextCursor);
      longer.set(first, { ...next, items: [...items, ...next.items] });
    });
  return html`${view(items, nextCursor !== undefined)}
  ${nextCursor ? html`<div class="actions">${button(t.common.showMore, add)}</div>` : nothing}`;
};
