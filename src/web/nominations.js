// Nominations: of a person and of a team, once each in an open window, and what the reader has nominated so far.
import { api, read } from './api.js';
import { t } from './language.js';
import { picker } from './picker.js';
import { formatList, formatMonth, formatTime } from './text.js';
import { avatar, badge, button, cards, empty, field, form, html, nothing, paged } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */

/** @param {string} [cursor] */
const readOwn = (cursor) =>
  read(api.GET('/mvp/nominations/mine', { params: { query: { limit: 20, ...(cursor && { cursor }) } } }));
const drawReason = () =>
  field(
    t.nominations.reason,
    html`<textarea name="reason" rows="3" required maxlength="5000"></textarea>`,
    t.nominations.reasonHint,
  );

async function load() {
  const [window, own] = await Promise.all([read(api.GET('/mvp/nominations/window')), readOwn()]);
  return { window, own };
}

export const nominations = {
  load,
  /**
   * @param {Awaited<ReturnType<typeof load>>} data
   * @param {Visit} visit
   */
  view({ window: { period, open, opensAt, closesAt, used }, own }, visit) {
    /** @param {Schemas['Nomination'][]} items */
    const drawItems = (items) => cards(items, drawNomination, empty(t.nominations.none, t.nominations.whom));
    return html`<div class="row">
        <p>${t.nominations.who(formatMonth(period))}</p>
        ${open ? badge(t.nominations.openUntil(formatTime(closesAt)), 'good') : badge(t.nominations.opens(formatTime(opensAt)))}
      </div>
      ${
        open
          ? html`<div class="columns">
              <section class="card">
                <h2>${t.nominations.person}</h2>
                ${used.individual ? empty(t.nominations.used) : drawPersonForm(period, visit)}
              </section>
              <section class="card">
                <h2>${t.nominations.team}</h2>
                ${drawTeamForm(period, visit)}
              </section>
            </div>`
          : nothing
      }
      <h2>${t.nominations.yours}</h2>
      ${paged(visit, own, readOwn, drawItems)}`;
  },
};

/** A nomination with its reason. @param {Schemas['Nomination']} nomination */
export const drawNomination = ({ teamName, nominees, reason: why, period, nominator, createdAt }) =>
  html`<div class="row">
      <b><bdi>${teamName ?? nominees[0]?.name}</bdi></b>
      <span class="note">${formatMonth(period)}</span>
    </div>
    ${teamName ? html`<p class="note">${formatList(nominees.map(({ name }) => name))}</p>` : nothing}
    <p class="text">${why}</p>
    <p class="note"><bdi>${nominator.name}</bdi>, ${formatTime(createdAt)}</p>`;

/**
 * @param {string} period
 * @param {Visit} visit
 */
function drawPersonForm(period, visit) {
  /** @param {Record<string, string>} values */
  const submit = async ({ nomineeUserId = '', reason: why = '' }) => {
    const body = { nomineeUserId, reason: why };
    const { chosen } = /** @type {{ chosen: { name: string } }} */ (visit.parts['nominee']);
    await read(api.POST('/mvp/nominations/individual', { body }));
    visit.parts['nominee'] = undefined;
    return t.nominations.recorded(chosen.name, formatMonth(period));
  };
  const nominee = picker(visit, { key: 'nominee', name: 'nomineeUserId', label: t.common.person });
  return form(
    visit,
    { label: t.nominations.nominatePerson, action: t.nominations.nominate, submit },
    html`${nominee} ${drawReason()}`,
  );
}

/**
 * The members are chosen one by one.
 *
 * @param {string} period
 * @param {Visit} visit
 */
function drawTeamForm(period, visit) {
  const members = /** @type {Schemas['UserRef'][]} */ (visit.parts['members'] ??= []);
  /** @param {Record<string, string>} values @param {HTMLFormElement} element */
  const submit = async ({ teamName = '', reason: why = '' }, element) => {
    const memberUserIds = members.map(({ id }) => id);
    if (!memberUserIds.length) throw new Error(t.nominations.addPeople);
    const body = { teamName, memberUserIds, reason: why };
    await read(api.POST('/mvp/nominations/team', { body }));
    visit.parts['members'] = [];
    element.reset();
    return t.nominations.recorded(teamName, formatMonth(period));
  };
  /** @param {Schemas['UserRef']} user @param {HTMLInputElement} input */
  const add = (user, input) => {
    if (!members.some(({ id }) => id === user.id)) members.push(user);
    input.value = '';
    visit.draw();
  };
  /** @param {Schemas['UserRef']} user */
  const remove = (user) => {
    members.splice(members.indexOf(user), 1);
    visit.draw();
  };
  return form(
    visit,
    { label: t.nominations.nominateTeam, action: t.nominations.nominate, submit },
    html`${field(t.common.team, html`<input name="teamName" required maxlength="200" autocomplete="off" />`)}
      ${picker(visit, { key: 'member', name: 'member', label: t.nominations.addMember, isRequired: false, choose: add })}
      <ul class="chips">
        ${members.map((user) => html`<li>${avatar(user)}<bdi>${user.name}</bdi>${button('×', () => remove(user), { label: t.common.removeOf(user.name), look: 'quiet' })}</li>`)}
      </ul>
      ${drawReason()}`,
  );
}
