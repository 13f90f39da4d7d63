// The three scores of a summary, as reports name them.

/** By field name. */
export const scores = {
  qualityOfWork: 'Quality of work',
  personalWellbeing: 'Personal wellbeing',
  professionalWellbeing: 'Professional wellbeing',
} as const;

/** Columns of scores, with so many digits after the point. */
export function scoreColumns(digits: number): { name: string; title: string; digits: number }[] {
  return Object.entries(scores).map(([name, title]) => ({ name, title, digits }));
}
