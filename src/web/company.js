// The settings of the company, each with a control for what it takes. The API says which there are: a new one is here without a change of
// this page, as a text, a number or lines.
import { api, read } from './api.js';
import { drawAssistants } from './assistants.js';
import { drawDayTime, readDayTime, readText, weekdays } from './day-time.js';
import { codes, t } from './language.js';
import { drawChecked, drawOthers, findFaults, sendFrom } from './question-fields.js';
import { nameCode, nameWeekday } from './text.js';
import { field, form, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Drawn} Drawn */
/** @typedef {string | number | string[]} Value */
/** What the API says that a setting takes, null for its default. @typedef {{ type: string | string[], description: string }} Said */
/** @typedef {{ name: string, title: string, hint: string, value: Value }} Setting */
/**
 * How a setting is drawn, and read from the form. `draw` names its controls by the setting.
 *
 * @typedef {{ draw: (setting: Setting) => Drawn, read: (name: string, values: FormData) => Value }} Control
 */

/** Settings that belong together; those that are not named come last. */
const groups = {
  company: ['name', 'timezone', 'language', 'region', 'workingDays', 'regionWorkingDays', 'regionFreeDays'],
  weeks: ['opens', 'due', 'lastCall', 'digest', 'teamSchedules', 'channelsOff'],
  nominations: ['nominationDays', 'nominateKnownTeamsOnly', 'managersAsk'],
  sight: ['minimumGroup', 'elevatedRoles', 'planApproval', 'roleApproval', 'establishedDays', 'retention'],
  assistants: ['assistants'],
  directory: ['groupRoles', 'groupTeams'],
};
const roles = ['senior_manager', 'senior_leadership', 'people_team', 'admin'];

/** @type {Control} */
const text = {
  draw: ({ name, title, hint, value }) =>
    field(title, html`<input name=${name} required autocomplete="off" .defaultValue=${String(value)} />`, hint),
  read: readText,
};
/** @type {Control} */
const number = {
  draw: ({ name, title, hint, value }) =>
    field(title, html`<input name=${name} type="number" required .defaultValue=${String(value)} />`, hint),
  read: (name, values) => Number(readText(name, values)),
};
/** A line for each entry. @type {Control} */
const lines = {
  draw: ({ name, title, hint, value }) => {
    const entries = Array.isArray(value) ? value : [];
    const rows = Math.max(2, entries.length);
    return field(
      title,
      html`<textarea name=${name} rows=${rows} .defaultValue=${entries.join('\n')}></textarea>`,
      hint,
    );
  },
  read: (name, values) =>
    readText(name, values)
      .split('\n')
      .flatMap((line) => line.trim() || []),
};
/** @type {Control} */
const onOrOff = {
  draw: ({ name, title, hint, value }) =>
    html`<label class="check"
      ><input type="checkbox" role="switch" name=${name} .defaultChecked=${value === 'on'} /><span
        >${title}${hint ? html` <small>${hint}</small>` : nothing}</span
      ></label
    >`,
  read: (name, values) => (values.has(name) ? 'on' : 'off'),
};
/** @type {Control} */
const time = {
  draw: ({ name, title, hint, value }) => drawDayTime(name, { title, hint, value: String(value) }),
  read: readDayTime,
};

/** A choice of one. A value that the page does not know can stay. @param {string[]} values @returns {Control} */
const oneOf = (values) => ({
  draw: ({ name, title, hint, value }) =>
    field(
      title,
      html`<select name=${name}>
        ${[...new Set([...values, String(value)])].map(
          (one) => html`<option value=${one} ?selected=${one === value}>${nameCode(t.settingChoices, one)}</option>`,
        )}
      </select>`,
      hint,
    ),
  read: readText,
});

/**
 * Boxes to check. The value lists those that are checked, in the order of the boxes.
 *
 * @param {string[]} all
 * @param {(one: string) => string} nameOne
 * @param {{ split: (value: Value) => string[], join: (chosen: string[]) => Value }} as how the API writes the list
 * @returns {Control}
 */
const anyOf = (all, nameOne, { split, join }) => ({
  draw: ({ name, title, hint, value }) =>
    html`<fieldset class="checks">
      <legend>${title}${hint ? html` <small>${hint}</small>` : nothing}</legend>
      ${all.map(
        (one) =>
          html`<label class="check"
            ><input type="checkbox" name="${name} ${one}" .defaultChecked=${split(value).includes(one)} /><span
              >${nameOne(one)}</span
            ></label
          >`,
      )}
    </fieldset>`,
  read: (name, values) => join(all.filter((one) => values.has(`${name} ${one}`))),
});

/** Days of a month, from one to another. @type {Control} */
const daysOfMonth = {
  draw: ({ name, title, hint, value }) => {
    const ends = String(value).split('-');
    return html`<fieldset class="time">
      <legend>${title} <small>${hint}</small></legend>
      <div class="row">
        ${[t.common.firstDay, t.common.lastDay].map(
          (label, at) =>
            html`<input
              name="${name} ${at}"
              type="number"
              min="1"
              max="31"
              required
              aria-label="${title}: ${label}"
              .defaultValue=${ends[at] ?? ''}
            />`,
        )}
      </div>
    </fieldset>`;
  },
  read: (name, values) => [0, 1].map((at) => readText(`${name} ${at}`, values)).join('-'),
};
const zones = Intl.supportedValuesOf('timeZone');
/** @type {Control} */
const zone = {
  draw: ({ name, title, hint, value }) =>
    html`${field(title, html`<input name=${name} list="zones" required autocomplete="off" .defaultValue=${String(value)} />`, hint)}
      <datalist id="zones">${zones.map((one) => html`<option value=${one}></option>`)}</datalist>`,
  read: readText,
};

/** The settings that take something else than a text, a number or lines. @type {Readonly<Record<string, Control>>} */
const controls = {
  timezone: zone,
  language: oneOf(codes),
  workingDays: anyOf(weekdays, (day) => nameWeekday(weekdays.indexOf(day)), {
    split: (value) => String(value).split(' '),
    join: (chosen) => chosen.join(' '),
  }),
  opens: time,
  due: time,
  lastCall: time,
  digest: time,
  nominationDays: daysOfMonth,
  nominateKnownTeamsOnly: onOrOff,
  managersAsk: onOrOff,
  elevatedRoles: anyOf(roles, (role) => nameCode(t.roles, role), {
    split: (value) => (Array.isArray(value) ? value : []),
    join: (chosen) => chosen,
  }),
  planApproval: oneOf(['none', 'second_admin']),
  roleApproval: oneOf(['none', 'second_admin']),
  assistants: oneOf(['off', 'read', 'write']),
};

/**
 * @param {string} name
 * @param {Said} said
 */
function findControl(name, { type }) {
  if (Object.hasOwn(controls, name)) return controls[name] ?? text;
  const [first] = [type].flat();
  if (first === 'integer') return number;
  return first === 'array' ? lines : text;
}

/** Whether two values are the same, wherever the order says nothing. @param {Value} one @param {Value} other @param {string} name */
function isSame(one, other, name) {
  /** @param {Value} value */
  const toKey = (value) => {
    if (name === 'workingDays') return String(value).split(' ').sort().join(' ');
    return JSON.stringify(name === 'elevatedRoles' && Array.isArray(value) ? value.toSorted() : value);
  };
  return toKey(one) === toKey(other);
}

/** `nominationDays` becomes "Nomination days". @param {string} name */
const toTitle = (name) =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`);

async function load() {
  const [values, document] = await Promise.all([
    read(api.GET('/admin/settings')),
    fetch('/openapi.json').then((response) => response.json()),
  ]);
  /** @type {Record<string, Said>} */
  const fields = document.components.schemas.TenantSettingsChange.properties;
  return { values: /** @type {Record<string, any>} */ (values), fields };
}

export const company = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view({ values, fields }, visit) {
    const state = findFaults(visit, 'settings');
    const named = Object.values(groups).flat();
    const others = Object.keys(fields).filter((name) => !named.includes(name));
    /** @param {Record<string, unknown>} _texts @param {HTMLFormElement} element */
    const submit = (_texts, element) =>
      sendFrom(state, async () => {
        const data = new FormData(element);
        const written = Object.entries(fields).map(
          ([name, said]) => /** @type {const} */ ([name, findControl(name, said).read(name, data)]),
        );
        const changed = written.filter(([name, value]) => !isSame(value, values[name], name));
        if (!changed.length) return t.common.nothingChanged;
        await read(api.PATCH('/admin/settings', { body: Object.fromEntries(changed) }));
        return t.company.saved;
      });
    /** @param {string} name */
    const draw = (name) => {
      const said = fields[name];
      if (!said) return nothing;
      /** @type {Record<string, { title: string, hint: string }>} */
      const known = t.settings;
      const { title, hint } = known[name] ?? { title: toTitle(name), hint: said.description };
      return drawChecked(state, [`/${name}`], findControl(name, said).draw({ name, title, hint, value: values[name] }));
    };
    /** @type {[group: keyof typeof t.company.groups, names: string[]][]} */
    const shown = [.../** @type {any[]} */ (Object.entries(groups)), ['more', others]];
    return form(
      visit,
      { label: t.screens.company, action: t.common.save, submit },
      html`${shown.map(([group, names]) =>
        names.some((name) => fields[name])
          ? html`<section class="card">
              <h2>${t.company.groups[group]}</h2>
              ${group === 'assistants' ? drawAssistants(String(values[group]), visit) : nothing}
              <div class="settings">${names.map(draw)}</div>
            </section>`
          : nothing,
      )}
      ${drawOthers(state)}`,
    );
  },
};
