// checkin motivators …: pulls the motivators of a whole tenant from their provider, ahead of those who will read them.
import type { Command } from 'commander';
import { createMotivatorsService, type CachedMotivators } from '../../src/motivators/cached-motivators.ts';
import { openMotivatorsProvider } from '../../src/motivators/source.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../src/pluralize.ts';
import { printJson, logToStderr, withProgress } from '../output.ts';

const atOnce = 8;

type Someone = { userId: string; cached: CachedMotivators | null };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the counts as JSON')
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      await withConnection(async ({ graph, config: { MOTIVATORS_URL, MOTIVATORS_TOKEN } }) => {
        if (!MOTIVATORS_URL) throw new Error('No provider of motivators is configured: set MOTIVATORS_URL.');
        const id = await findTenantId(graph, tenant);
        const provider = openMotivatorsProvider(MOTIVATORS_URL, MOTIVATORS_TOKEN);
        const { pull } = createMotivatorsService({ graph, provider, writer: null, now: () => new Date() }).forTenant(
          id,
        );
        const { people } = await graph.bind({ tenantId: id }).one<{ people: Someone[] }>('profiles/list_motivators');
        const pullMotivators = (person: Someone): Promise<unknown> => pull(person.userId, person.cached);
        const failed = await withProgress('pulling', (progress) => forAll(people, pullMotivators, progress));
        if (json) await printJson({ pulled: people.length - failed, failed });
        logToStderr(`Pulled the motivators of ${pluralize(people.length - failed, 'person', 'people')}.`);
        if (failed > 0) throw new Error(`The provider did not give those of ${pluralize(failed, 'person', 'people')}.`);
      });
    });
}

/** Does the work for each, some at a time. @returns for how many it failed */
async function forAll<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  progress: (done: number, total: number) => void,
): Promise<number> {
  let [next, done, failed] = [0, 0, 0];
  const lane = async (): Promise<void> => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) {
      await work(one).catch(() => (failed += 1));
      progress((done += 1), all.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return failed;
}
