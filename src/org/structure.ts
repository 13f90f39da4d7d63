// Measures the structure of a chart that was read as people.
import { measureStructure, type Place, type Structure } from '../rules/structure.ts';
import type { ExistingPerson } from './plan-import.ts';
import { buildTree } from './tree.ts';

/** Deactivated people are passed over, as in the tree. People in or below a cycle are not counted. */
export function measurePeople(people: ExistingPerson[]): Structure {
  const places: Place[] = [];
  const above: Place[] = [];
  for (const { depth } of buildTree(people).steps) {
    const place = { depth, reports: 0, hasManager: depth > 0 };
    const manager = above[depth - 1];
    if (manager) manager.reports += 1;
    above[depth] = place;
    places.push(place);
  }
  return measureStructure(places);
}
