// Detects the flags of 25 simulated companies as one, and prints the peak memory of this process, in MB, before and after.
import { settings } from '../../src/settings/settings.ts';
import { createScreening, screenPerson, selectFlagsInSteps } from '../../src/trends/detect.ts';
import { listCheckIns, simulateTenant, weeks } from '../../scripts/tools/trends/tenants.ts';

const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1_024;
const screening = createScreening(settings.minimumGroup.default);
for (let seed = 1; seed <= 25; seed += 1) {
  const tenant = simulateTenant('memory', seed, 100, {});
  for (let person = 0; person < tenant.people; person += 1) {
    const checkIns = listCheckIns(tenant, person, weeks - 1);
    const inCompany = checkIns.map((one) => ({ ...one, department: `${one.department} ${seed}` }));
    screenPerson(screening, `person ${seed} ${person}`, inCompany);
  }
}
const before = peakMegabytes();
const steps = selectFlagsInSteps(screening);
while (!steps.next().done);
console.log(JSON.stringify({ before, after: peakMegabytes() }));
