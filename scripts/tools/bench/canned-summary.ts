// The summary that the floors of the benchmark answer.
const text = 'x'.repeat(200);
const id = '00000000-0000-4000-8000-000000000000';

/** In the order of the interface's fields. */
export const cannedSummary = {
  id,
  user: { id, name: 'Person 1', team: 'Team 1' },
  weekStart: '2026-11-16',
  scores: { qualityOfWork: 4, personalWellbeing: 3, professionalWellbeing: 5 },
  proud: text,
  obstacles: text,
  learned: text,
  important: text,
  createdAt: '2026-11-20T10:00:00Z',
};
