// Profiles written by six other programs and by the generator of the demo, stamped, turned, merged, scanned and spoilt:
// nothing wrong is called certain.
import { expect } from 'chai';
import { extractTextPages } from '../../../../src/features/profiles/pdf/pages.ts';
import { isWord } from '../../../../src/features/profiles/pdf/spelling.ts';
import {
  readProfile,
  type ProfileReading,
  type ProfileRefusal,
} from '../../../../src/features/profiles/parser/parse.ts';
import { printOnSheets } from '../../../support/altered-pdfs.ts';
import { alterProfiles } from '../../../support/altered-profiles.ts';
import { judge, listProfiles, readPdf, type CorpusProfile, type Outcome } from '../../../support/profile-corpus.ts';
import { readTableRows } from '../../../support/readmes.ts';

type Judged = CorpusProfile & { reading: ProfileReading | ProfileRefusal; outcomes: ReturnType<typeof judge> };

describe('the profiles of other programs', () => {
  const judged: Judged[] = [];

  before(async () => {
    const read = async (profile: CorpusProfile, pdf: Buffer): Promise<void> => {
      const pages = await extractTextPages(pdf);
      const reading = Array.isArray(pages) ? readProfile(pages, isWord) : pages;
      judged.push({ ...profile, reading, outcomes: judge(profile, reading) });
    };
    for (const profile of listProfiles()) await read(profile, readPdf(profile.name));
    for await (const { pdf, ...profile } of alterProfiles()) await read(profile, Buffer.from(pdf));
  });

  it('are many', () => {
    expect(new Set(judged.map(({ producer }) => producer)).size).to.be.at.least(6);
    expect(judged.length).to.be.at.least(320);
  });

  it('have no field that is wrong or incomplete at high confidence', () => {
    const wrong = judged.flatMap(({ name, outcomes }) =>
      outcomes.flatMap(({ field, outcome }) => (outcome === 'wrong' ? [`${field} of ${name}`] : [])),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('are read exactly in 95 % of the fields of all layouts, and in 85 % after a treatment', () => {
    const table = [...Map.groupBy(judged, ({ producer, treatment }) => `${producer}, ${treatment}`)].map(
      ([group, profiles]) => `${group}: ${formatCounts(profiles)}`,
    );
    const [layouts, treated] = [true, false].map((isLayout) =>
      judged.filter(({ treatment }) => (treatment === 'none') === isLayout),
    );
    for (const [profiles, share] of [
      [layouts, 0.95],
      [treated, 0.85],
    ] as const) {
      const fields = profiles?.flatMap(({ outcomes }) => outcomes).length ?? 0;
      expect(count(profiles ?? [], 'exact') / fields, table.join('\n')).to.be.at.least(share);
    }
  });

  it('are refused or uncertain with four pages on a sheet', async () => {
    for (const profile of listProfiles().filter(({ layout }) => layout === 'plain')) {
      const pages = await extractTextPages(Buffer.from(await printOnSheets(readPdf(profile.name), 2)));
      const outcomes = judge(profile, Array.isArray(pages) ? readProfile(pages, isWord) : pages);
      expect(outcomes.filter(({ outcome }) => outcome === 'wrong')).to.deep.equal([]);
    }
  });

  it('say what is unsure', () => {
    const silent = judged.filter(
      ({ reading, outcomes }) =>
        !('failed' in reading) && reading.warnings.length === 0 && outcomes.some(({ outcome }) => outcome !== 'exact'),
    );
    expect(silent.map(({ name }) => name)).to.deep.equal([]);
  });

  it('are read exactly where nothing misleads, and mostly with high confidence', () => {
    const plain = judged.filter((profile) => profile.plain);
    const fields = plain.flatMap(({ outcomes }) => outcomes);
    expect(count(plain, 'exact')).to.be.at.least(0.95 * fields.length);
    const high = plain.flatMap(({ reading }) =>
      'failed' in reading ? [] : Object.values(reading.evidence).filter(({ confidence }) => confidence === 'high'),
    );
    expect(high.length).to.be.at.least(0.9 * fields.length);
  });

  it('warn first of a second person, and are certain of no field on the pages of that person', () => {
    const merged = judged.filter(({ other }) => other !== undefined);
    expect(merged).to.have.length.above(5);
    for (const { name, other, reading } of merged) {
      if ('failed' in reading) throw new Error(reading.failed);
      expect(reading.warnings[0], name).to.include(`The file also has pages of ${other ?? ''}`);
      expect(reading.evidence['percentages']?.confidence, name).to.equal('low');
    }
  });

  it('are read as their README says', () => {
    const toRow = (name: string, profiles: Judged[]): string => `${name} | ${formatCounts(profiles)}`;
    const measured = [...new Set(judged.map(({ producer }) => producer))].map((name) =>
      toRow(
        name,
        judged.filter(({ producer }) => producer === name),
      ),
    );
    const listed = readTableRows('How they are read').flatMap(
      (row) => /^\| (.+? \| \d+ \| \d+ \| \d+ \| \d+) \|/.exec(row)?.[1]?.replaceAll('*', '') ?? [],
    );
    expect(listed).to.have.members([...measured, toRow('all', judged)]);
  });
});

const formatCounts = (profiles: Judged[]): string =>
  [profiles.length, ...(['exact', 'unsure', 'wrong'] as const).map((outcome) => count(profiles, outcome))].join(' | ');

function count(profiles: Judged[], wanted: Outcome): number {
  return profiles.flatMap(({ outcomes }) => outcomes).filter(({ outcome }) => outcome === wanted).length;
}
