// Measures how one client of a tenant fares beside 64 clients of another: alone and beside them in turn.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { sendSteadily, percentile, type Kind } from './load.ts';
import { runLoad, type RequestSpec, type Target } from './measure.ts';
import { logProgress } from './progress.ts';
import { line, ms } from './tables.ts';

const settings = { rounds: 9, clients: 64, seconds: 1 };
const generatorStartMs = 250;

/**
 * Measures and prints.
 *
 * @param reads what the 64 clients of one tenant send
 * @param neighbourReads what the client of the other tenant sends
 */
export async function measureFairness(
  target: Target,
  reads: RequestSpec[],
  neighbourReads: RequestSpec[],
): Promise<void> {
  logProgress('requests: fairness');
  const { origin, pathname } = new URL(target.url);
  const kinds = Array.from({ length: neighbourReads.length * 10 }, (_, turn): Kind => {
    const spec = neighbourReads[turn % neighbourReads.length] as RequestSpec;
    return { name: spec.name, method: 'GET', path: pathname + spec.path(turn), token: spec.token?.(turn) ?? '' };
  });
  const mixed: RequestSpec = {
    name: 'mixed reads',
    path: (turn) => reads[turn % reads.length]?.path(turn) ?? '',
    token: (turn) => reads[turn % reads.length]?.token?.(turn) ?? '',
  };
  const measureNeighbour = async (beside: Promise<unknown>): Promise<number> => {
    const stop = new AbortController();
    const started = performance.now();
    const load = { url: origin, kinds, perSecond: null, connections: 1, signal: stop.signal };
    const sending = sendSteadily(load);
    await beside;
    stop.abort();
    const samples = (await sending).filter(({ sentAt }) => sentAt > started + generatorStartMs);
    const refused = samples.find(({ status }) => status !== 200);
    if (refused) throw new Error(`${refused.kind}: ${refused.status}`);
    return percentile(
      samples.map((sample) => sample.ms),
      0.5,
    );
  };
  const measured: { quiet: number; beside: number; perSecond: number }[] = [];
  for (let round = -1; round < settings.rounds; round += 1) {
    const quiet = await measureNeighbour(pause(settings.seconds * 1_000));
    const load = runLoad(target, mixed, settings.clients, settings.seconds, { pids: [] });
    const beside = await measureNeighbour(load);
    const { perSecond } = await load;
    if (round >= 0) measured.push({ quiet, beside, perSecond });
  }
  const middle = (read: (each: (typeof measured)[number]) => number): number => median(measured.map(read));
  console.log('');
  line('One client of another tenant, the same reads', 'p50 ms', '× quiet', 'aim', 'requests/s of the 64 clients');
  line('---', '---:', '---:', '---:', '---:');
  line('quiet', ms(middle(({ quiet }) => quiet)), '1.00', '', '');
  const ratio = middle(({ quiet, beside }) => beside / quiet).toFixed(2);
  const served = Math.round(middle(({ perSecond }) => perSecond));
  line(`beside ${settings.clients} clients of one tenant`, ms(middle(({ beside }) => beside)), ratio, '≤ 3', served);
}
