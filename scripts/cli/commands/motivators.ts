// checkin motivators sync: fetches the motivators of a tenant from the provider, before they are requested.
import type { Command } from 'commander';
import { createMotivatorsService, type CachedMotivators } from '../../../src/features/motivators/cached-motivators.ts';
import { openMotivatorsProvider } from '../../../src/features/motivators/source.ts';
import { addTenantOptions, type TenantOptions } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { printJson, logToStderr, withProgress } from '../output.ts';

const concurrency = 8;

type PersonRow = { userId: string; cached: CachedMotivators | null };

export function define(command: Command): void {
  addTenantOptions(command, 'the counts').action(async ({ tenant, json }: TenantOptions) => {
    await withCaller(tenant, 'operator', async ({ graph, own, tenantId, config, record }) => {
      const { MOTIVATORS_URL, MOTIVATORS_TOKEN } = config;
      if (!MOTIVATORS_URL) throw new Error('The motivators provider is not configured: set MOTIVATORS_URL.');
      await record('motivators.sync');
      const provider = openMotivatorsProvider(MOTIVATORS_URL, MOTIVATORS_TOKEN);
      const log = { warn: () => undefined }; // `pull` throws its faults
      const motivators = createMotivatorsService({ graph, provider, writer: null, log, now: () => new Date() });
      const { pull } = motivators.forTenant(tenantId);
      const { people } = await own.one<{ people: PersonRow[] }>('motivators/list');
      let done = 0;
      let failed = 0;
      await withProgress('fetching', (progress) => {
        const fetchOne = async ({ userId, cached }: PersonRow): Promise<void> => {
          await pull(userId, cached).catch(() => (failed += 1));
          progress((done += 1), people.length);
        };
        const rest = people.values();
        const fetchNext = async (): Promise<void> => {
          for (const person of rest) await fetchOne(person);
        };
        return Promise.all(Array.from({ length: concurrency }, fetchNext));
      });
      if (json) await printJson({ pulled: people.length - failed, failed });
      logToStderr(`Fetched the motivators of ${pluralize(people.length - failed, 'person', 'people')}.`);
      if (failed > 0)
        throw new Error(`The provider returned no motivators of ${pluralize(failed, 'person', 'people')}.`);
    });
  });
}
