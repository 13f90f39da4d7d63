// A part of a screen that is read by itself.

/** @typedef {import('./visit.d.ts').Visit} Visit */

/**
 * What a part of a screen has read: begins to read when it is asked for the first time.
 *
 * @template Data
 * @param {Pick<Visit, 'parts'>} visit
 * @param {string} key
 * @param {() => Promise<Data>} work
 * @param {Pick<Visit, 'draw' | 'noteEnd'>} frame
 * @returns {import('./visit.d.ts').Part<Data>}
 */
export function readPart({ parts }, key, work, { draw, noteEnd }) {
  if (!parts[key]) {
    /** @type {import('./visit.d.ts').Part<Data>} */
    const one = (parts[key] = { data: null, error: null });
    const again = () => {
      parts[key] = undefined;
      draw();
    };
    work().then(
      (data) => {
        Object.assign(one, { data });
        draw();
      },
      (error) => {
        noteEnd(error, again);
        Object.assign(one, { error, again });
        draw();
      },
    );
  }
  return /** @type {import('./visit.d.ts').Part<Data>} */ (parts[key]);
}
