// People whom the page offers to be, beside identity providers: nobody. The demo stack serves a module of its own in place of this one.

/**
 * A company with people and their tokens.
 *
 * @typedef {{ slug: string, name: string, people: { email: string, name: string, role: string, token: string }[] }} AddedCompany
 */

/** @returns {Promise<AddedCompany[]>} */
export const readAddedCompanies = () => Promise.resolve([]);
