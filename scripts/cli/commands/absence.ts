// The commands about absences.
import type { Entry } from '../command-tree.ts';

export const absenceCommands: Entry[] = [
  {
    name: 'import <file>',
    description: 'set absences of people from a CSV file; a file with a fault changes nothing',
    load: () => import('./absence-import.ts'),
    examples: ['checkin absence import absences.csv --tenant acme --dry-run'],
  },
  {
    name: 'list',
    description: 'print the absences of a tenant as the CSV file of an import',
    load: () => import('./absence-list.ts'),
    examples: ['checkin absence list --tenant acme'],
  },
];
