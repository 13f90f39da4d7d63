// Parses an org chart drawn as indented text.
import { roles as allRoles, type Role } from '../../../src/platform/access/permissions.ts';

/** A person of an org chart. `joinedWeeksAgo` is absent for people who have been there since the company started. */
export type Person = {
  name: string;
  email: string;
  jobTitle: string;
  team: string;
  department: string;
  managerEmail?: string;
  roles: Role[];
  level: number;
  joinedWeeksAgo?: number;
};

const line = /^( *)([^,[\]+(]+), ([^,[\]+(]+?)(?: \[(.+?) \/ (.+?)\])?((?: \+\w+)*)(?: \(joined (\d+) weeks ago\))?$/;

/**
 * Parses one person per line, indented by two spaces per level under their manager:
 * `Name, Job title [Department / Team] +role +role (joined 3 weeks ago)`. Without brackets, a person has the department
 * and team of their manager.
 *
 * @throws {Error} naming the line that is not valid
 */
export function parseOrgChart(chart: string, domain: string): Person[] {
  const ancestors: Person[] = [];
  return chart
    .split('\n')
    .filter((text) => text.trim())
    .map((text) => {
      const [, indent = '', name, jobTitle, department, team, roleList = '', joined] = line.exec(text.trimEnd()) ?? [];
      const depth = indent.length / 2;
      const manager = ancestors[depth - 1];
      const unit = department && team ? { department, team } : manager;
      const roles = roleList.split(' +').slice(1);
      const hasUnknownRole = roles.some((role) => !allRoles.includes(role as Role));
      if (!name || !jobTitle || !unit || depth > ancestors.length || depth % 1 !== 0 || hasUnknownRole) {
        throw new Error(`This line of the org chart is not valid: ${text}`);
      }
      const person: Person = {
        name,
        email: `${createLocalPart(name)}@${domain}`,
        jobTitle,
        team: unit.team,
        department: unit.department,
        ...(manager && { managerEmail: manager.email }),
        roles: roles as Role[],
        level: depth + 1,
        ...(joined !== undefined && { joinedWeeksAgo: Number(joined) }),
      };
      ancestors.splice(depth, Infinity, person);
      return person;
    });
}

const transliterations: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  å: 'aa',
  ł: 'l',
  ı: 'i',
};

/** Returns the part of an address before the @: `Jürgen O'Hara-Möll` becomes `juergen.ohara-moell`. */
function createLocalPart(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüßøåłı]/g, (letter) => transliterations[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '.');
}
