// An organisation drawn as indented text, read into people.
import { roles as allRoles, type Role } from '../../src/access.ts';

/** A person as the drawing shows them. `joinedWeeksAgo` is absent for those who were there all the time. */
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
 * Reads a drawing: one person a line, two spaces of indent a level, each under their manager, written
 * `Name, Job title [Department / Team] +role +role (joined 3 weeks ago)`. What is not in brackets is as for the manager.
 *
 * @throws {Error} naming the line that cannot be read
 */
export function readDrawing(drawing: string, domain: string): Person[] {
  const above: Person[] = [];
  return drawing
    .split('\n')
    .filter((text) => text.trim())
    .map((text) => {
      const [, indent = '', name, jobTitle, department, team, names = '', joined] = line.exec(text.trimEnd()) ?? [];
      const depth = indent.length / 2;
      const manager = above[depth - 1];
      const place = department && team ? { department, team } : manager;
      const roles = names.split(' +').slice(1);
      const respelling = roles.some((role) => !allRoles.includes(role as Role));
      if (!name || !jobTitle || !place || depth > above.length || depth % 1 !== 0 || respelling) {
        throw new Error(`This line of the drawing cannot be read: ${text}`);
      }
      const person: Person = {
        name,
        email: `${mailbox(name)}@${domain}`,
        jobTitle,
        team: place.team,
        department: place.department,
        ...(manager && { managerEmail: manager.email }),
        roles: roles as Role[],
        level: depth + 1,
        ...(joined !== undefined && { joinedWeeksAgo: Number(joined) }),
      };
      above.length = depth;
      above.push(person);
      return person;
    });
}

const respelt: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'oe', å: 'aa', ł: 'l', ı: 'i' };

/** The part before the @: `Jürgen O'Hara-Möll` is `juergen.ohara-moell`. */
function mailbox(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüßøåłı]/g, (letter) => respelt[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '.');
}
