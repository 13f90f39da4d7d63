// Builds what an admin confirms from what was read in a PDF, and applies the admin's corrections.
import type { Difference, ImportJob, InsightsProfile, ProfileCorrection } from '../schema.ts';
import type { ProfileReading } from './parse.ts';
import { isSamePerson } from './person.ts';

/** The part of a parsed import that the admin reviews. */
type Proposal = Required<Pick<ImportJob, 'parsedFields' | 'evidence' | 'warnings'>>;

const texts = ['keyStrengths', 'blindSpots', 'communicationDos', 'communicationDonts'] as const;

/** Whether bytes are a PDF: `%PDF-` within the first 1,024 bytes, as PDF readers accept it. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes('%PDF-');
}

/**
 * Turns a reading into a proposal. A missing section becomes an empty text with low confidence; the admin can fill it in.
 *
 * @param userName the user who gets the profile; if the PDF names somebody else, that is the first warning
 */
export function buildProposal({ fields, evidence, person, warnings }: ProfileReading, userName: string): Proposal {
  const proposed: Proposal = {
    parsedFields: { keyStrengths: '', blindSpots: '', communicationDos: '', communicationDonts: '', ...fields },
    evidence: { ...evidence },
    warnings: [...warnings],
  };
  for (const name of texts) if (fields[name] === undefined) proposed.evidence[name] = { confidence: 'low' };
  if (person.name && !isSamePerson(person.name, userName)) {
    proposed.warnings.unshift(`The profile is of ${person.name}, not of ${userName}.`);
  }
  return proposed;
}

/** Replaces corrected fields as a whole; returns the fields to save and the names of the corrected ones. */
export function applyCorrection(
  read: InsightsProfile,
  { summary, ...correction }: ProfileCorrection,
): { fields: InsightsProfile; names: string[] } {
  const fields = { ...read, ...correction };
  if (summary) fields.summary = { ...read.summary, ...summary };
  return { fields, names: [...Object.keys(correction), ...Object.keys(summary ?? {})] };
}

/** Compares two profiles: texts as a whole, numbers one by one. */
export function diffProfiles(before: InsightsProfile, after: InsightsProfile): Difference[] {
  const oldFields = flattenFields(before);
  const newFields = flattenFields(after);
  return [...new Set([...oldFields.keys(), ...newFields.keys()])].flatMap((field) => {
    const oldValue = oldFields.get(field);
    const newValue = newFields.get(field);
    if (oldValue === newValue) return [];
    return [
      {
        field,
        ...(oldValue !== undefined && { before: oldValue }),
        ...(newValue !== undefined && { after: newValue }),
      },
    ];
  });
}

function flattenFields({ summary, ...rest }: InsightsProfile): Map<string, string | number> {
  const prefixKeys = (name: string, values: Record<string, number> = {}): [string, number][] =>
    Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]);
  return new Map<string, string | number>([
    ...Object.entries(rest),
    ...prefixKeys('colourWheel', summary?.colourWheel),
    ...prefixKeys('percentages', summary?.percentages),
  ]);
}
