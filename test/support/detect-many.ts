// Runs one trend detection of 10,000 people with a year of check-ins, and sends its memory. A process of its own: the
// memory is that of the detection alone.
import { mapDimensions } from '../../src/model/scores.ts';
import { createScreening, screenPerson } from '../../src/trends/detect.ts';
import { createRandom } from '../../scripts/tools/random.ts';
import { minimumGroup, selectFlags } from '../../scripts/tools/trends/tenants.ts';

const random = createRandom('many');
const screening = createScreening(minimumGroup);
for (let person = 0; person < 10_000; person += 1) {
  const department = `department ${person >> 3}`;
  const checkIns = Array.from({ length: 52 }, (_, weeksAgo) => {
    return { weeksAgo, department, scores: mapDimensions(() => 3 + Math.floor(random() * 3)) };
  });
  screenPerson(screening, `person ${person}`, checkIns);
}
const restKilobytes = process.resourceUsage().maxRSS;
selectFlags(screening);
process.send?.((process.resourceUsage().maxRSS - restKilobytes) / 1_024);
process.disconnect?.();
