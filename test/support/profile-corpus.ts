// The profiles of test/fixtures/profiles: PDFs of other programs, what each says, and how well it is read.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { projectFolder } from '../../src/platform/lib/project-folder.ts';
import type { ProfileReading, ProfileRefusal } from '../../src/features/profiles/parser/parse.ts';

const folder = path.join(projectFolder, 'test', 'fixtures', 'profiles');

/** The fields that a profile has, and the confidence of each in `evidence`. */
const fieldNames = [
  'keyStrengths',
  'blindSpots',
  'communicationDos',
  'communicationDonts',
  'colourWheel',
  'percentages',
] as const;

export type FieldName = (typeof fieldNames)[number];

/** `other`: the name of the second person whose pages are in the file. `plain`: nothing in the layout is a trap. */
export type CorpusProfile = {
  name: string;
  producer: string;
  layout: string;
  treatment: string;
  plain: boolean;
  other?: string;
  person: { name: string; completedOn: string };
  fields: Record<FieldName, unknown>;
};

/** exact: as printed, at any confidence; unsure: not as printed, and not at high confidence; wrong: the rest. */
export type Outcome = 'exact' | 'unsure' | 'wrong';

export function listProfiles(): CorpusProfile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const note = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Omit<CorpusProfile, 'name'>;
      return { name: file.replace('.json', ''), ...note };
    });
}

export const readPdf = (name: string): Buffer => readFileSync(path.join(folder, `${name}.pdf`));

/** Compares each field with what the PDF says. A refused file has no wrong field. */
export function judge(
  profile: CorpusProfile,
  reading: ProfileReading | ProfileRefusal,
): { field: FieldName; outcome: Outcome }[] {
  return fieldNames.map((field) => {
    if ('failed' in reading) return { field, outcome: 'unsure' };
    const { summary, ...texts } = reading.fields;
    const values: Record<string, unknown> = { ...texts, ...summary };
    if (isDeepStrictEqual(values[field], profile.fields[field])) return { field, outcome: 'exact' };
    return { field, outcome: reading.evidence[field]?.confidence === 'high' ? 'wrong' : 'unsure' };
  });
}
