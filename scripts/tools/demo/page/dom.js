// Builds elements. Text of people becomes text nodes only, never markup.

/** Creates an element: attributes, `on…` listeners, and children, which are elements or text. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Creates a button that runs `act`. Its accessible name is `label`, for buttons that repeat in a list. */
export function button(text, act, { label, kind = 'button' } = {}) {
  return h('button', { type: kind, 'aria-label': label, ...(act && { onclick: act }) }, text);
}

/** Creates a field with its label. */
export function field(label, control) {
  return h('label', {}, h('span', {}, label), control);
}

/** Creates a selection; `options` are pairs of value and text. */
export function select(name, options) {
  return h('select', { name }, ...options.map(([value, text]) => h('option', { value }, text)));
}

/** Creates a form. `submit` gets its values by name; its button is disabled meanwhile. */
export function form(label, fields, action, submit) {
  const send = button(action, null, { kind: 'submit' });
  const onsubmit = async (event) => {
    event.preventDefault();
    send.disabled = true;
    await submit(Object.fromEntries(new FormData(event.currentTarget)));
    send.disabled = false;
  };
  return h('form', { 'aria-label': label, onsubmit }, ...fields, send);
}

/** Converts rich text to plain text. The parser runs no script and loads nothing. */
export function toPlainText(html) {
  const lines = html.replace(/<br\s*\/?>|<\/(p|li|h\d|blockquote)>/gi, '\n');
  return (new DOMParser().parseFromString(lines, 'text/html').body.textContent ?? '').trim();
}

/** Converts plain text to rich text: a paragraph for each line. */
export function toRichText(text) {
  const escape = (line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const lines = text.split('\n').filter((line) => line.trim());
  return lines.map((line) => `<p>${escape(line)}</p>`).join('');
}

/** Formats a date such as 2026-11-16 in the reader's language. */
export function formatDay(date) {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Formats a time in the reader's language and time zone. */
export function formatTime(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
