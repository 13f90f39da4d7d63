// The identity providers of the company: by which client people sign in on this page, how an admin tries it, and who was refused.
import { getTexts } from './admin-texts.js';
import { api, read } from './api.js';
import { t } from './language.js';
import { formatTime, nameCode } from './text.js';
import { badge, button, empty, field, form, html, nothing, opening, person } from './ui.js';

/** @typedef {import('./visit.d.ts').Visit} Visit */
/** @typedef {import('./visit.d.ts').Schemas} Schemas */
/** @typedef {Schemas['IdentityProvider']} Provider */

/** What the page asks a provider for that names no scopes. */
const usualScopes = 'openid email profile';

/** The host of an issuer; an issuer that is no address as it is. @param {string} issuer */
export const nameHost = (issuer) => URL.parse(issuer)?.host ?? issuer;

/** @param {Provider[]} providers @param {Visit} visit */
export const drawProviders = (providers, visit) =>
  html`<section class="card">
    <h2>${t.connections.signIn}</h2>
    <p class="note">${t.connections.signInNote}</p>
    ${
      providers.length
        ? html`<ul class="rows">
            ${providers.map((provider) => html`<li class="card">${drawProvider(provider, visit)}</li>`)}
          </ul>`
        : empty(t.connections.none)
    }
  </section>`;

/** @param {Provider} provider @param {Visit} visit */
function drawProvider(provider, visit) {
  const { id, issuer, audience, personClaim, clientId, scopes } = provider;
  const key = `edit ${id}`;
  /** @param {boolean} value */
  const setEditing = (value) => {
    visit.parts[key] = value;
    visit.draw();
  };
  const facts = [
    [t.connections.audience, audience],
    [t.connections.personBy, personClaim],
    [getTexts().providers.clientId, clientId ?? t.common.none],
    ...(clientId ? [[getTexts().providers.scopes, scopes ?? usualScopes]] : []),
  ];
  return html`<div class="row">
      <b class="address">${issuer}</b>
      ${clientId ? badge(getTexts().providers.signsIn, 'good') : badge(getTexts().providers.noClient, 'fair')}
    </div>
    ${
      visit.parts[key]
        ? drawClient(provider, visit, () => setEditing(false))
        : html`<dl class="facts">
              ${facts.map(
                ([title, text]) =>
                  html`<dt>${title}</dt>
                    <dd>${text}</dd>`,
              )}
            </dl>
            <div class="actions">
              ${button(t.common.edit, () => setEditing(true), { label: t.common.editOf(nameHost(issuer)) })}
              ${clientId ? html`<a href=${location.pathname} target="_blank" rel="noopener">${getTexts().providers.try}</a>` : nothing}
            </div>
            ${clientId ? html`<p class="note">${getTexts().providers.tryHint}</p>` : nothing}`
    }
    ${opening(
      visit,
      `refused ${id}`,
      getTexts().providers.refused,
      () =>
        read(
          api.GET('/admin/identity-providers/{providerId}/refused-sign-ins', { params: { path: { providerId: id } } }),
        ),
      ({ items }) =>
        items.length
          ? html`<ul class="rows">
              ${items.map(
                ({ at, reason, user }) =>
                  html`<li>
                    ${user ? person(user, formatTime(at)) : html`<b>${t.common.somebody}</b> <small>${formatTime(at)}</small>`}
                    <p>${nameCode(getTexts().refusedSignIns, reason)}</p>
                  </li>`,
              )}
            </ul>`
          : empty(t.common.none),
    )}`;
}

/**
 * The form of what the page signs people in with. It sends what has changed.
 *
 * @param {Provider} provider
 * @param {Visit} visit
 * @param {() => void} close
 */
function drawClient({ id, issuer, clientId = '', scopes = '' }, visit, close) {
  /** @param {Record<string, string>} values */
  const submit = async ({ clientId: client = '', scopes: asked = '' }) => {
    const body = {
      ...(client.trim() !== clientId && { clientId: client.trim() || null }),
      ...(asked.trim() !== scopes && { scopes: asked.trim() || null }),
    };
    if (Object.keys(body).length) {
      const params = { path: { providerId: id } };
      await read(api.PATCH('/admin/identity-providers/{providerId}', { params, body }));
    }
    close();
    return Object.keys(body).length ? getTexts().providers.saved : t.common.nothingChanged;
  };
  /** @param {string} name @param {string} value @param {string} placeholder */
  const text = (name, value, placeholder = '') =>
    html`<input
      name=${name}
      maxlength="255"
      autocomplete="off"
      autocapitalize="none"
      placeholder=${placeholder}
      .defaultValue=${value}
    />`;
  return form(
    visit,
    { label: t.common.editOf(nameHost(issuer)), action: t.common.save, submit, cancel: close },
    html`<p class="note">${getTexts().providers.clientNote(location.origin + location.pathname)}</p>
      ${field(getTexts().providers.clientId, text('clientId', clientId), getTexts().providers.clientHint)}
      ${field(getTexts().providers.scopes, text('scopes', scopes, usualScopes), getTexts().providers.scopesHint)}`,
  );
}
