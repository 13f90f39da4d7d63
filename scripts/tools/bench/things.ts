// The things of a tenant that requests of the benchmark are about.
import { getCurrentMonday } from '../../../src/platform/time/weeks.ts';
import type { Things } from './largest-requests.ts';

const maxMoves = 10_000;

/**
 * Creates a summary and a goal of the last of the people, a question to those below the manager of a few, and a plan that moves half of
 * the people, or 10,000 of them.
 *
 * @param by tokens of an admin, and of the last of the people
 */
export async function createThings(
  url: string,
  people: readonly string[],
  by: { admin: string; leaf: string },
): Promise<Things> {
  const monday = getCurrentMonday(new Date().toISOString(), 'Europe/Berlin');
  const leaf = people.at(-1) ?? '';
  const make = async (path: string, token: string, body: unknown): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { id, code = 'no id' } = (await answer.json()) as { id?: string; code?: string };
    return id ?? Promise.reject(new Error(`POST ${path} was answered ${answer.status} ${code}.`));
  };
  const readManager = async (token: string): Promise<string> => {
    const answer = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { manager: { id: string } }).manager.id;
  };
  const scores = { qualityOfWork: 4, personalWellbeing: 4, professionalWellbeing: 4 };
  const texts = { proud: 'x', obstacles: 'x', learned: 'x', important: 'x' };
  const moved = people.slice(-Math.min(people.length / 2, maxMoves));
  const moves = moved.map((userId, at) => ({ userId, managerId: people[at % 100] }));
  return {
    monday,
    people,
    ids: {
      userId: leaf,
      deputyId: people[1] ?? leaf,
      summaryId: await make('/summaries', by.leaf, { weekStart: monday, scores, ...texts }),
      goalId: await make('/goals', by.leaf, { title: 'Goal', type: 'personal', targetWeek: 'this' }),
      questionId: await make('/questions', by.admin, {
        kind: 'yes_no',
        text: { en: 'Are your priorities clear?' },
        audience: { type: 'below', userId: await readManager(by.leaf) },
      }),
      planId: await make('/admin/org-plans', by.admin, { name: 'Half', moves }),
    },
  };
}
