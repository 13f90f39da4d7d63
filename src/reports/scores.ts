// The score columns of reports.
import { scoreTitles } from '../model/scores.ts';

/** @param digits after the decimal point */
export function createScoreColumns(digits: number): { name: string; title: string; digits: number }[] {
  return Object.entries(scoreTitles).map(([name, title]) => ({ name, title, digits }));
}
