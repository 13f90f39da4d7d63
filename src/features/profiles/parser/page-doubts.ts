// What is doubtful about a whole page, and so about every field on it.

/**
 * `unnamed`: pages without the name of the person that other pages have, or from another file; `noted`: pages with form
 * fields, notes or lost text; `breaks`: pages that are not followed by their next page.
 */
export type PageDoubts = { unnamed: Set<number>; noted: Set<number>; breaks: Set<number> };

/** Returns a warning for each doubt about the pages of a field, which is then at most of medium confidence. */
export function describeDoubts(title: string, pages: Iterable<number>, { unnamed, noted }: PageDoubts): string[] {
  const own = new Set(pages);
  const warnings: string[] = [];
  if (!own.isDisjointFrom(unnamed)) {
    warnings.push(
      `The page of the ${title} may be of somebody else or of another file: it lacks the name, the fonts or the date.`,
    );
  }
  if (!own.isDisjointFrom(noted)) {
    warnings.push(
      `The page of the ${title} has form fields, notes, lost hyphens or text beyond its edges, which were not read.`,
    );
  }
  return warnings;
}
