// From what was read in a PDF to what an admin is asked to confirm: complete fields, doubts, and what would change.
import type { Difference, ImportJob, InsightsProfile, ProfileCorrection } from '../model/profiles.ts';
import { samePerson, type ProfileReading } from './parse.ts';

/** What an import shows while it waits to be confirmed. */
export type Proposal = Required<Pick<ImportJob, 'parsedFields' | 'evidence' | 'warnings'>>;

const texts = ['keyStrengths', 'blindSpots', 'communicationDos', 'communicationDonts'] as const;

/** Whether bytes are a PDF: `%PDF-` within the first 1,024 of them, as readers of PDFs accept it. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).includes('%PDF-');
}

/**
 * A reading as a proposal. A section that was not found is the empty text, of low confidence: the admin can fill it in.
 *
 * @param userName whose profile it is to become; a profile of somebody else is no refusal, but the first warning
 */
export function buildProposal({ fields, evidence, person, warnings }: ProfileReading, userName: string): Proposal {
  const proposed: Proposal = {
    parsedFields: { keyStrengths: '', blindSpots: '', communicationDos: '', communicationDonts: '', ...fields },
    evidence: { ...evidence },
    warnings: [...warnings],
  };
  for (const name of texts) if (fields[name] === undefined) proposed.evidence[name] = { confidence: 'low' };
  if (person.name && !samePerson(person.name, userName)) {
    proposed.warnings.unshift(`The profile is of ${person.name}, not of ${userName}.`);
  }
  return proposed;
}

/** What is saved: each corrected field whole, the others as they were read; and the names of those corrected. */
export function applyCorrection(
  read: InsightsProfile,
  { summary, ...correction }: ProfileCorrection,
): { fields: InsightsProfile; names: string[] } {
  const fields = { ...read, ...correction };
  if (summary) fields.summary = { ...read.summary, ...summary };
  return { fields, names: [...Object.keys(correction), ...Object.keys(summary ?? {})] };
}

/** The fields in which two profiles differ: texts whole, numbers one by one. */
export function diffProfiles(before: InsightsProfile, after: InsightsProfile): Difference[] {
  const [was, is] = [flattenFields(before), flattenFields(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [old, fresh] = [was.get(field), is.get(field)];
    if (old === fresh) return [];
    return [{ field, ...(old !== undefined && { before: old }), ...(fresh !== undefined && { after: fresh }) }];
  });
}

function flattenFields({ summary, ...rest }: InsightsProfile): Map<string, string | number> {
  const inside = (name: string, values: Record<string, number> = {}): [string, number][] =>
    Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]);
  return new Map<string, string | number>([
    ...Object.entries(rest),
    ...inside('colourWheel', summary?.colourWheel),
    ...inside('percentages', summary?.percentages),
  ]);
}
