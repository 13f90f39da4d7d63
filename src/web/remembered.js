// Who was signed in before a reload of the page: how they sign in again, in this tab alone. No token is remembered.

const place = 'signed-in';

/**
 * The issuer of the provider, or the address of somebody who was added.
 *
 * @typedef {{ issuer: string } | { email: string }} Remembered
 */

/** @param {Remembered} how */
export const remember = (how) => sessionStorage.setItem(place, JSON.stringify(how));

export const forgetRemembered = () => sessionStorage.removeItem(place);

/**
 * Returns it once: what fails is not tried again.
 *
 * @returns {Remembered | null}
 */
export function takeRemembered() {
  const kept = sessionStorage.getItem(place);
  forgetRemembered();
  return JSON.parse(kept ?? 'null');
}
