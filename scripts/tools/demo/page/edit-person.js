// What an admin changes about people: a new one, the entry of one, their manager, their profile, and whether they are active.
import { api, read } from './api.js';
import { picker } from './picker.js';
import { askingButton, button, closedCard, field, form, html, nothing } from './ui.js';

const roles = {
  senior_manager: 'Senior manager',
  senior_leadership: 'Senior leadership',
  people_team: 'People Team',
  admin: 'Admin',
};
const text = (name, value = '', type = 'text', isRequired = false) =>
  html`<input
    name=${name}
    type=${type}
    maxlength="200"
    autocomplete="off"
    ?required=${isRequired}
    .defaultValue=${value}
  />`;
const drawFields = (user = {}) =>
  html`<div class="fields">
    ${field('Name', text('name', user.name, 'text', true))} ${field('E-mail', text('email', user.email, 'email', true))}
    ${field('Job title', text('jobTitle', user.jobTitle))} ${field('Team', text('team', user.team))}
  </div>`;
const drawRoles = (own = []) =>
  html`<fieldset class="checks">
    <legend>Roles</legend>
    ${Object.entries(roles).map(
      ([role, title]) =>
        html`<label class="check"
          ><input type="checkbox" name=${`role ${role}`} .defaultChecked=${own.includes(role)} /><span
            >${title}</span
          ></label
        >`,
    )}
  </fieldset>`;
const readRoles = (values) => Object.keys(roles).filter((role) => values[`role ${role}`]);

/** The form of a new person. */
export function drawNewPerson(visit) {
  const submit = async ({ name, email, jobTitle, team, managerId, ...values }) => {
    const optional = Object.entries({ jobTitle, team, managerId }).filter(([, value]) => value);
    const body = { name, email, ...Object.fromEntries(optional), roles: readRoles(values) };
    await read(api.POST('/admin/users', { body }));
    visit.parts = {};
    return `${name} is added.`;
  };
  return closedCard(
    'New person',
    form(
      visit,
      { label: 'New person', action: 'Add', submit },
      html`${drawFields()}
      ${picker(visit, { key: 'new manager', name: 'managerId', label: 'Reports to', isRequired: false })} ${drawRoles()}`,
    ),
  );
}

/** What can be changed about a person, closed at first. */
export function drawEdit(user, permitted, visit) {
  const params = { path: { userId: user.id } };
  const { change } = visit;
  const save = async ({ name, email, jobTitle, team, ...values }) => {
    const body = { name, email, jobTitle: jobTitle || null, team: team || null, roles: readRoles(values) };
    await read(api.PATCH('/admin/users/{userId}', { params, body }));
    return 'Saved.';
  };
  const move = async ({ managerId }) => {
    await read(api.PUT('/admin/org-chart/users/{userId}/manager', { params, body: { managerId } }));
    visit.parts['manager'] = undefined;
    return `${user.name} is moved. Access follows at once.`;
  };
  const upload = async ({ file }) => {
    const body = new FormData();
    body.append('file', file);
    await read(api.POST('/admin/users/{userId}/insights/import', { params, body, bodySerializer: (form) => form }));
    return 'Uploaded. Profile imports show when it is read.';
  };
  const state = user.active
    ? askingButton(visit, 'Deactivate', `Deactivate ${user.name}?`, () =>
        change('Deactivated.', () => api.POST('/admin/users/{userId}/deactivate', { params })),
      )
    : button('Activate', () => change('Activated.', () => api.POST('/admin/users/{userId}/activate', { params })));
  return closedCard(
    'Change',
    html`${form(visit, { label: 'Entry', action: 'Save', submit: save }, html`${drawFields(user)} ${drawRoles(user.roles)}`)}
      ${
        permitted.has('manager:set')
          ? form(
              visit,
              { label: 'Manager', action: 'Move', submit: move },
              picker(visit, { key: 'manager', name: 'managerId', label: 'New manager' }),
            )
          : nothing
      }
      ${
        permitted.has('profile:import')
          ? form(
              visit,
              { label: 'Profile', action: 'Upload', submit: upload },
              field('Profile as a PDF', html`<input type="file" name="file" accept="application/pdf" required />`),
            )
          : nothing
      }
      <div class="actions">${state}</div>`,
  );
}
