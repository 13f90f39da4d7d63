// Nominations: of a person and of a team, once each in an open window, and what the reader has nominated so far.
import { api, read } from './api.js';
import { picker } from './picker.js';
import { formatMonth, formatTime } from './text.js';
import { avatar, badge, button, cards, empty, field, form, html, nothing, paged } from './ui.js';

const readOwn = (cursor) =>
  read(api.GET('/mvp/nominations/mine', { params: { query: { limit: 20, ...(cursor && { cursor }) } } }));
const reason = field(
  'Reason',
  html`<textarea name="reason" rows="3" required maxlength="5000"></textarea>`,
  'What did they do, and what did it change?',
);

export const nominations = {
  title: 'Nominations',
  async load() {
    const [window, own] = await Promise.all([read(api.GET('/mvp/nominations/window')), readOwn()]);
    return { window, own };
  },
  view({ window: { period, open, opensAt, closesAt, used }, own }, visit) {
    const drawItems = (items) => cards(items, drawNomination, empty('None yet', 'Whom do you want to thank?'));
    return html`<div class="row">
        <p>Who made the difference in ${formatMonth(period)}?</p>
        ${open ? badge(`Open until ${formatTime(closesAt)}`, 'good') : badge(`Opens ${formatTime(opensAt)}`)}
      </div>
      ${
        open
          ? html`<div class="columns">
              <section class="card">
                <h2>A person</h2>
                ${used.individual ? empty('You have nominated a person this month.') : drawPersonForm(visit)}
              </section>
              <section class="card">
                <h2>A team</h2>
                ${drawTeamForm(visit)}
              </section>
            </div>`
          : nothing
      }
      <h2>Your nominations</h2>
      ${paged(visit, own, readOwn, drawItems)}`;
  },
};

/** A nomination with its reason. */
export const drawNomination = ({ teamName, nominees, reason: why, period, nominator, createdAt }) =>
  html`<div class="row">
      <b>${teamName ?? nominees[0]?.name}</b>
      <span class="note">${formatMonth(period)}</span>
    </div>
    ${teamName ? html`<p class="note">${nominees.map(({ name }) => name).join(', ')}</p>` : nothing}
    <p class="text">${why}</p>
    <p class="note">${nominator.name}, ${formatTime(createdAt)}</p>`;

function drawPersonForm(visit) {
  const submit = async ({ nomineeUserId, reason: why }) => {
    const body = { nomineeUserId, reason: why };
    const { confirmationMessage } = await read(api.POST('/mvp/nominations/individual', { body }));
    visit.parts['nominee'] = undefined;
    return confirmationMessage;
  };
  const nominee = picker(visit, { key: 'nominee', name: 'nomineeUserId', label: 'Person' });
  return form(visit, { label: 'Nominate a person', action: 'Nominate', submit }, html`${nominee} ${reason}`);
}

/** The members are chosen one by one. */
function drawTeamForm(visit) {
  const members = (visit.parts.members ??= []);
  const submit = async ({ teamName, reason: why }, element) => {
    const memberUserIds = members.map(({ id }) => id);
    if (!memberUserIds.length) throw new Error('Add the people of the team first.');
    const body = { teamName, memberUserIds, reason: why };
    const { confirmationMessage } = await read(api.POST('/mvp/nominations/team', { body }));
    visit.parts.members = [];
    element.reset();
    return confirmationMessage;
  };
  const add = (user, input) => {
    if (!members.some(({ id }) => id === user.id)) members.push(user);
    input.value = '';
    visit.draw();
  };
  const remove = (user) => {
    members.splice(members.indexOf(user), 1);
    visit.draw();
  };
  return form(
    visit,
    { label: 'Nominate a team', action: 'Nominate', submit },
    html`${field('Team', html`<input name="teamName" required maxlength="200" autocomplete="off" />`)}
      ${picker(visit, { key: 'member', name: 'member', label: 'Add a member', isRequired: false, choose: add })}
      <ul class="chips">
        ${members.map((user) => html`<li>${avatar(user)}${user.name}${button('×', () => remove(user), { label: `Remove ${user.name}`, look: 'quiet' })}</li>`)}
      </ul>
      ${reason}`,
  );
}
