// Measures how one client of a tenant fares beside 64 clients of another: alone and beside them in turn.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { noteRatio, sized } from './form.ts';
import { percentile, sendBeside } from './load.ts';
import { runLoad, type RequestSpec, type Target } from './measure.ts';
import { logProgress } from './progress.ts';
import { toKinds } from './request-specs.ts';
import { line, ms, printTitles } from './tables.ts';

const settings = { rounds: sized(9, 2), clients: 64, seconds: sized(1, 0.5) };

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
  const kinds = toKinds(neighbourReads, pathname);
  const mixed: RequestSpec = {
    name: 'mixed reads',
    path: (turn) => reads[turn % reads.length]?.path(turn) ?? '',
    token: (turn) => reads[turn % reads.length]?.token?.(turn) ?? '',
  };
  const load = { url: origin, kinds, perSecond: null, connections: 1 };
  const measured: { quiet: number; beside: number; perSecond: number }[] = [];
  for (let round = -1; round < settings.rounds; round += 1) {
    const quiet = await sendBeside(load, () => pause(settings.seconds * 1_000));
    const beside = await sendBeside(load, () =>
      runLoad(target, mixed, settings.clients, settings.seconds, { pids: [] }),
    );
    const before = percentile(quiet.times, 0.5);
    const meanwhile = percentile(beside.times, 0.5);
    if (round >= 0) measured.push({ quiet: before, beside: meanwhile, perSecond: beside.result.perSecond });
  }
  const middle = (read: (each: (typeof measured)[number]) => number): number => median(measured.map(read));
  const columns = ['p50 ms', '× quiet', 'aim', 'requests/s of the 64 clients'];
  printTitles('One client of another tenant, the same reads', ...columns);
  line('quiet', ms(middle(({ quiet }) => quiet)), '1.00', '', '');
  const ratio = middle(({ quiet, beside }) => beside / quiet);
  noteRatio('speed of a client beside 64 of another tenant', 1 / ratio);
  const served = Math.round(middle(({ perSecond }) => perSecond));
  line(
    `beside ${settings.clients} clients of one tenant`,
    ms(middle(({ beside }) => beside)),
    ratio.toFixed(2),
    '≤ 3',
    served,
  );
}
