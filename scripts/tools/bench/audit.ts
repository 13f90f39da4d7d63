// Measures what the audit log costs: GET summary by the line and by role, by one client, and the verification of a long log.
import { randomUUID } from 'node:crypto';
import { chainEntries, verifyChain } from '../../../src/changes/audit-chain.ts';
import { measureAlternating, type RequestSpec } from './measure.ts';
import { logProgress } from './progress.ts';
import { createReads, signTokens } from './request-specs.ts';
import { untilReady } from './service.ts';
import type { Suite } from './suite.ts';
import { line, ms, printHeading, printRatios } from './tables.ts';

const turns = 1_000;
const entries = 10_000;

/** Measures and prints. */
export async function measureAudit(suite: Suite): Promise<void> {
  const population = await suite.small();
  const { tenantId, managersOfEight, leaf } = population;
  await suite.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $leaf}) SET u.roles = ["people_team"]', {
    ...{ tenantId, leaf },
  });
  const server = await suite.startServer();
  await untilReady(new URL(server.url).origin);
  const [byLine] = createReads(population, await signTokens(suite, tenantId, managersOfEight));
  if (!byLine) throw new Error('There is no request to measure.');
  const token = await suite.token(tenantId, leaf);
  const byRole: RequestSpec = { ...byLine, name: 'GET summary by the People Team', token: () => token };
  const again: RequestSpec = { ...byRole, name: `${byRole.name}, again within a minute`, path: () => byLine.path(0) };
  logProgress('audit: reads');
  const measured = await measureAlternating({ url: server.url, token }, [byLine, byRole, again], turns);
  printHeading('Request, 1 client');
  printRatios(byLine, 'by the line', measured);
  await server.stop();

  logProgress('audit: verification');
  const label = `T_${tenantId.replaceAll('-', '')}`;
  await suite.graph.statement(
    `UNWIND range(1, $entries) AS n
     CREATE (:AuditEntry:$($label) {tenantId: $tenantId, id: randomUUID(), action: 'person.update', at: datetime(), actorId: $leaf,
       userId: $leaf, source: 'api', fields: ['jobTitle'], recordedAt: datetime.realtime()})`,
    { entries, label, tenantId, leaf },
  );
  while (await chainEntries(suite.graph, randomUUID()));
  const started = performance.now();
  const report = await verifyChain(suite.graph.bind({ tenantId }));
  line('verification of entries', report.entries, `${ms(performance.now() - started)} ms`, 'aim ≤ 2,000 ms for 10,000');
}
