// Detects the flags of 25 simulated companies as one, and prints the memory of this process in MB: before, and at its peak.
import { addPerson, createHistory } from '../../src/features/trends/method/history.ts';
import { runThread } from '../../src/platform/lib/threads.ts';
import { listCheckIns, simulateTenant, weeks } from './simulated-tenants.ts';
import { minimumGroup } from './trend-flags.ts';

const megabytes = (): number => process.memoryUsage.rss() / 2 ** 20; // maxRSS begins with that of the parent process
const screening = createHistory(minimumGroup);
for (let seed = 1; seed <= 25; seed += 1) {
  const tenant = simulateTenant('memory', seed, 100, {});
  for (let person = 0; person < tenant.people; person += 1) {
    const checkIns = listCheckIns(tenant, person, weeks - 1);
    const inCompany = checkIns.map((one) => ({ ...one, department: `${one.department} ${seed}` }));
    addPerson(screening, `person ${seed} ${person}`, inCompany);
  }
}
const before = megabytes();
let peak = before;
const sampling = setInterval(() => (peak = Math.max(peak, megabytes())), 5);
const program = new URL('../../src/features/trends/detect-thread.ts', import.meta.url);
const transfer = [screening.scores.buffer as ArrayBuffer, screening.writtenIn.buffer as ArrayBuffer];
await runThread(program, screening, { heapMegabytes: 512, transfer, onMessage: () => undefined });
clearInterval(sampling);
console.log(JSON.stringify({ before, peak }));
