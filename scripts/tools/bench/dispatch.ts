// Measures a dispatch to 1,000 people: until it is accepted, and until everyone has it in their list.
import { setTimeout as pause } from 'node:timers/promises';
import { max, median } from 'simple-statistics';
import type { GraphClient } from '../../../src/graph/client.ts';
import type { Target } from './measure.ts';
import { line } from './tables.ts';

const recipients = 1_000;
const rounds = 10;
const pollIntervalMs = 25;
const timeoutMs = 60_000;

/** Measures and prints. The token belongs to a service. A worker must be running. */
export async function measureDispatch({ url, token }: Target, graph: GraphClient, tenantId: string): Promise<void> {
  const people = await graph.statement(
    'MATCH (u:User {tenantId: $tenantId}) WHERE u.email IS NOT NULL RETURN u.id AS id LIMIT 1000',
    { tenantId },
  );
  const body = JSON.stringify({
    type: 'announcement',
    recipientUserIds: people.map(({ id }) => id),
    payload: { title: 'Fire drill', body: 'At ten.' },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const accepted: number[] = [];
  const delivered: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const started = performance.now();
    const { status } = await fetch(`${url}/notifications/dispatch`, { method: 'POST', headers, body });
    if (status !== 202) throw new Error(`A dispatch answered ${status}.`);
    accepted.push(performance.now() - started);
    while ((await countNotifications(graph, tenantId)) < round * recipients) {
      if (performance.now() - started > timeoutMs) throw new Error('A dispatch was not delivered in time.');
      await pause(pollIntervalMs);
    }
    delivered.push(performance.now() - started);
  }
  console.log('');
  line(`A dispatch to ${recipients.toLocaleString('en')} people, ${rounds} times`, 'median ms', 'longest ms');
  line('---', '---:', '---:');
  for (const [name, times] of Object.entries({ 'answered 202': accepted, 'everyone has it in-app': delivered })) {
    line(name, Math.round(median(times)), Math.round(max(times)));
  }
}

async function countNotifications(graph: GraphClient, tenantId: string): Promise<number> {
  const [row] = await graph.statement(
    'MATCH (n:Notification {tenantId: $tenantId}) WHERE n.userId IS NOT NULL RETURN count(n) AS count',
    { tenantId },
  );
  return Number(row?.['count']);
}
