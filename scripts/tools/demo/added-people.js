// The people of the demo companies, for the page. The demo stack serves this module in place of src/web/added-people.js.

/** The companies, with people and tokens that only the demo stack hands out. */
export async function readAddedCompanies() {
  const response = await fetch('/docs/demo/people.json');
  if (!response.ok) throw new Error(`The demo people are not available (${response.status}).`);
  return response.json();
}
