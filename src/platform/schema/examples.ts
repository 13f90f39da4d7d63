// The people and ids of the examples in the OpenAPI document.

/** An id for an example: the same digits everywhere but in its last group. */
const createId = (number: number): string => `7c9e6679-7425-40de-944b-${String(number).padStart(12, '0')}`;

export const exampleIds = {
  tenant: createId(1),
  employee: createId(10),
  manager: createId(11),
  colleague: createId(12),
  summary: createId(20),
  response: createId(21),
  question: createId(25),
  goal: createId(30),
  nomination: createId(40),
  notification: createId(50),
  importJob: createId(60),
  orgPlan: createId(70),
  group: createId(79),
  auditEntry: createId(80),
  change: createId(81),
  webhook: createId(90),
  delivery: createId(91),
  identityProvider: createId(92),
  identity: createId(93),
  part: createId(94),
};

export const examplePeople = {
  employee: { id: exampleIds.employee, name: 'Ines Caldeira', team: 'Payments' },
  manager: { id: exampleIds.manager, name: 'Noor Haddadin', team: 'Payments' },
  colleague: { id: exampleIds.colleague, name: 'Tomás Oliveira', team: 'Payments' },
};
