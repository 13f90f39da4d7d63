// Bodies that are right in every way, with parts to replace.
import type { SummaryInput } from '../../src/features/summaries/schema.ts';

/** A summary of ISO week 2026-W47. */
export const sampleSummary = {
  weekStart: '2026-11-16',
  scores: { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 },
  proud: 'Shipped the import.',
  obstacles: 'The printer.',
  learned: 'How to read a plan.',
  important: 'Rest.',
};

/** The body of that summary, with parts to replace. */
export function aSummary(change: Partial<Record<keyof SummaryInput, unknown>> = {}): Record<string, unknown> {
  return { ...sampleSummary, ...change };
}

/** A question to everybody, of which the service decides what the body leaves out: it is asked each week, from this one on. */
export function aQuestion(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { kind: 'text', text: { en: 'What blocks you?' }, audience: { type: 'tenant' }, ...change };
}

/** A goal for this week. */
export function aGoal(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { title: 'Write the guide', type: 'professional', targetWeek: 'this', ...change };
}
