// Two hundred generated profiles: what is read is whole and exact, or the reading says that it may not be.
import { expect } from 'chai';
import { isWord } from '../../../../src/features/profiles/pdf/spelling.ts';
import { readProfile, type ProfileFields } from '../../../../src/features/profiles/parser/parse.ts';
import { aProfile, pagesOf } from '../../../support/profile.ts';

const people = 200;
const names = ['keyStrengths', 'blindSpots', 'communicationDos', 'communicationDonts', 'colourWheel', 'percentages'];
const flat = ({ summary, ...texts }: ProfileFields): Record<string, unknown> => ({ ...texts, ...summary });

async function read(seed: string) {
  const profile = await aProfile(seed);
  const reading = readProfile(await pagesOf(profile.pdf), isWord);
  if ('failed' in reading) throw new Error(reading.failed);
  return { profile, ...reading };
}

describe('a profile', () => {
  it(`is read whole and exact for ${people} people, or it is not called certain`, async () => {
    let high = 0;
    for (let at = 0; at < people; at += 1) {
      const { profile, fields, evidence, person, warnings } = await read(`person ${at}`);
      const wanted = flat(profile.fields);
      const found = flat(fields);
      for (const name of names) {
        const certain = evidence[name]?.confidence === 'high';
        const ignoring = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\n', ' ') : value);
        const where = `${name} of person ${at}`;
        if (certain) expect(found[name], where).to.deep.equal(wanted[name]);
        else expect(ignoring(found[name]), where).to.deep.equal(ignoring(wanted[name]));
        if (!certain) expect(warnings, where).to.have.length.above(0);
        if (certain) high += 1;
      }
      expect(person).to.deep.equal({ name: profile.person.name, completedOn: profile.person.date });
    }
    expect(high).to.be.at.least(0.95 * names.length * people);
  });
});
