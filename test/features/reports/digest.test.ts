// The counts of a weekly digest.
import { expect } from 'chai';
import { createDigestCounter } from '../../../src/features/reports/digest-figures.ts';

describe('a digest', () => {
  const person = (name: string) => ({ id: '00000000-0000-4000-8000-000000000000', name });
  const scores = (score: number) => ({ qualityOfWork: score, personalWellbeing: 3, professionalWellbeing: 5 });

  it('counts people, names who is missing, and averages the scores of those who wrote', () => {
    const counter = createDigestCounter();
    counter.add([
      { user: person('Ann'), submitted: true, scores: scores(4) },
      { user: person('Ben'), submitted: false },
    ]);
    counter.add([
      { user: person('Cy'), submitted: true, scores: scores(3) },
      { user: person('Dee'), submitted: true, scores: scores(3) },
    ]);
    expect(counter.getFigures()).to.deep.equal({
      people: 4,
      submitted: 3,
      missing: ['Ben'],
      missingMore: 0,
    });
    expect(counter.getAverages()).to.deep.equal({
      qualityOfWork: 3.33,
      personalWellbeing: 3,
      professionalWellbeing: 5,
    });
  });

  it('names twenty of the missing and counts the others; without scores it has no averages', () => {
    const counter = createDigestCounter();
    counter.add(Array.from({ length: 25 }, (_, place) => ({ user: person(`P${place}`), submitted: false })));
    const figures = counter.getFigures();
    expect(figures.missing).to.have.length(20);
    expect(figures).to.include({ people: 25, submitted: 0, missingMore: 5 });
    expect(counter.getAverages()).to.equal(null);
  });
});
