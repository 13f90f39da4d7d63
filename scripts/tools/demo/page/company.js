// The settings of the company. What each takes is said by the API, so a new setting is here without a change of this page.
import { api, read } from './api.js';
import { field, form, html, nothing } from './ui.js';

/** Settings that belong together; those that are not named come last. */
const groups = {
  Company: ['name', 'timezone', 'language', 'region', 'workingDays', 'regionWorkingDays'],
  'Weeks and reminders': ['opens', 'due', 'lastCall', 'digest', 'teamSchedules', 'channelsOff'],
  'Nominations and questions': ['nominationDays', 'nominateKnownTeamsOnly', 'managersAsk'],
  'Who sees what': ['minimumGroup', 'elevatedRoles', 'planApproval', 'roleApproval', 'retention'],
  Directory: ['groupRoles', 'groupTeams'],
};

export const company = {
  title: 'Settings',
  isFor: ({ permissions }) => permissions.includes('organisation:manage'),
  async load() {
    const [values, document] = await Promise.all([
      read(api.GET('/admin/settings')),
      fetch('/openapi.json').then((response) => response.json()),
    ]);
    return { values, fields: document.components.schemas.TenantSettingsChange.properties };
  },
  view({ values, fields }, visit) {
    const named = Object.values(groups).flat();
    const others = Object.keys(fields).filter((name) => !named.includes(name));
    const shown = Object.entries({ ...groups, More: others }).map(([title, names]) => [
      title,
      names.filter((name) => fields[name]),
    ]);
    const submit = async (texts) => {
      const changed = Object.keys(fields).filter((name) => texts[name] !== toText(values[name]));
      if (!changed.length) return 'Nothing has changed.';
      const body = Object.fromEntries(changed.map((name) => [name, toValue(texts[name], fields[name])]));
      await read(api.PATCH('/admin/settings', { body }));
      return 'Saved. It holds from the next request on.';
    };
    return form(
      visit,
      { label: 'Settings', action: 'Save', submit },
      shown.map(([title, names]) =>
        names.length
          ? html`<section class="card">
              <h2>${title}</h2>
              <div class="settings">${names.map((name) => drawField(name, fields[name], values[name]))}</div>
            </section>`
          : nothing,
      ),
    );
  },
};

/** `nominationDays` becomes "Nomination days". */
const toTitle = (name) =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`);

/** A list has a line for each entry. */
const toText = (value) => (Array.isArray(value) ? value.join('\n') : String(value));
const toValue = (text, { type }) => {
  if (type === 'integer') return Number(text);
  return type === 'array' ? text.split('\n').flatMap((line) => line.trim() || []) : text;
};

function drawField(name, { type, description }, value) {
  const text = toText(value);
  const control =
    type === 'array'
      ? html`<textarea name=${name} rows=${Math.max(2, value.length)} .defaultValue=${text}></textarea>`
      : html`<input
          name=${name}
          type=${type === 'integer' ? 'number' : 'text'}
          required
          autocomplete="off"
          .defaultValue=${text}
        />`;
  return field(toTitle(name), control, description);
}
