// What an admin changes about people: a new one, the entry of one, their manager, their profile, and whether they are active.
import { api, read } from './api.js';
import { t } from './language.js';
import { picker } from './picker.js';
import { askingButton, button, closedCard, field, form, html, nothing } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['DirectoryUser']} User */
/** @typedef {keyof typeof t.roles} Role */

/** @type {Role[]} */
const roles = ['senior_manager', 'senior_leadership', 'people_team', 'admin'];
/**
 * @param {string} name
 * @param {string | undefined} value
 */
const text = (name, value = '', type = 'text', isRequired = false) =>
  html`<input
    name=${name}
    type=${type}
    maxlength="200"
    autocomplete="off"
    ?required=${isRequired}
    .defaultValue=${value}
  />`;
/**
 * What is set about somebody who is here.
 *
 * @param {User} user
 */
const drawMore = (user) =>
  html`<div class="fields">
    ${field(t.common.department, text('department', user.department))}
    ${field(t.settings.region.title, text('region', user.region), t.entry.regionHint)}
    ${field(t.settings.timezone.title, text('timezone', user.timezone), t.entry.timezoneHint)}
  </div>`;
/** The texts of the form. @type {('name' | 'email' | 'jobTitle' | 'team' | 'department' | 'region' | 'timezone')[]} */
const texts = ['name', 'email', 'jobTitle', 'team', 'department', 'region', 'timezone'];
/**
 * What a form changes of an entry; an empty text takes away what is there.
 *
 * @param {User} user
 * @param {Record<string, string>} values
 * @returns {Schemas['UserChange']}
 */
function findChanges(user, values) {
  const changed = texts.filter((name) => (values[name] ?? '').trim() !== (user[name] ?? ''));
  const chosen = readRoles(values);
  const own = roles.filter((role) => user.roles?.includes(role));
  return {
    ...Object.fromEntries(changed.map((name) => [name, (values[name] ?? '').trim() || null])),
    ...(chosen.join() !== own.join() && { roles: chosen }),
  };
}
/** @param {Partial<User>} user */
const drawFields = (user = {}) =>
  html`<div class="fields">
    ${field(t.entry.name, text('name', user.name, 'text', true))}
    ${field(t.entry.email, text('email', user.email, 'email', true))}
    ${field(t.entry.jobTitle, text('jobTitle', user.jobTitle))} ${field(t.common.team, text('team', user.team))}
  </div>`;
/** @param {readonly string[]} own */
const drawRoles = (own = []) =>
  html`<fieldset class="checks">
    <legend>${t.entry.roles}</legend>
    ${roles.map(
      (role) =>
        html`<label class="check"
          ><input type="checkbox" name=${`role ${role}`} .defaultChecked=${own.includes(role)} /><span
            >${t.roles[role]}</span
          ></label
        >`,
    )}
  </fieldset>`;
/** @param {Record<string, unknown>} values */
const readRoles = (values) => roles.filter((role) => values[`role ${role}`]);

/** The form of a new person. @param {Visit} visit */
export function drawNewPerson(visit) {
  /** @param {Record<string, string>} values */
  const submit = async ({ name = '', email = '', jobTitle, team, managerId, ...values }) => {
    const optional = Object.entries({ jobTitle, team, managerId }).filter(([, value]) => value);
    const body = { name, email, ...Object.fromEntries(optional), roles: readRoles(values) };
    await read(api.POST('/admin/users', { body }));
    visit.parts = {};
    return t.entry.added(name);
  };
  return closedCard(
    t.entry.new,
    form(
      visit,
      { label: t.entry.new, action: t.entry.add, submit },
      html`${drawFields()}
      ${picker(visit, { key: 'new manager', name: 'managerId', label: t.person.reportsTo, isRequired: false })}
      ${drawRoles()}`,
    ),
  );
}

/**
 * What can be changed about a person, closed at first.
 *
 * @param {User} user
 * @param {Set<string>} permitted
 * @param {Visit} visit
 */
export function drawEdit(user, permitted, visit) {
  const params = { path: { userId: user.id } };
  const { change } = visit;
  /** @param {Record<string, string>} values */
  const save = async (values) => {
    const body = findChanges(user, values);
    if (!Object.keys(body).length) return t.common.nothingChanged;
    await read(api.PATCH('/admin/users/{userId}', { params, body }));
    return t.common.saved;
  };
  /** @param {Record<string, string>} values */
  const move = async ({ managerId = '' }) => {
    await read(api.PUT('/admin/org-chart/users/{userId}/manager', { params, body: { managerId } }));
    visit.parts['manager'] = undefined;
    return t.entry.moved(user.name);
  };
  /** @param {Record<string, any>} values */
  const upload = async ({ file }) => {
    const data = new FormData();
    data.append('file', file);
    const body = { file: '' }; // what is sent is the form
    await read(api.POST('/admin/users/{userId}/insights/import', { params, body, bodySerializer: () => data }));
    return t.entry.uploaded;
  };
  const state = user.active
    ? askingButton(visit, t.entry.deactivate, t.entry.askDeactivate(user.name), () =>
        change(t.entry.deactivated, () => api.POST('/admin/users/{userId}/deactivate', { params })),
      )
    : button(t.entry.activate, () =>
        change(t.entry.activated, () => api.POST('/admin/users/{userId}/activate', { params })),
      );
  return closedCard(
    t.common.change,
    html`${form(visit, { label: t.entry.entry, action: t.common.save, submit: save }, html`${drawFields(user)} ${drawMore(user)} ${drawRoles(user.roles)}`)}
      ${
        permitted.has('manager:set')
          ? form(
              visit,
              { label: t.common.manager, action: t.entry.move, submit: move },
              picker(visit, { key: 'manager', name: 'managerId', label: t.entry.newManager }),
            )
          : nothing
      }
      ${
        permitted.has('profile:import')
          ? form(
              visit,
              { label: t.entry.profile, action: t.entry.upload, submit: upload },
              field(t.entry.profilePdf, html`<input type="file" name="file" accept="application/pdf" required />`),
            )
          : nothing
      }
      <div class="actions">${state}</div>`,
  );
}
