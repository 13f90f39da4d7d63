// Public holidays of regions, and the regions that addresses name.
import { expect } from 'chai';
import { findRegion, isRegion, listHolidays } from '../../../src/platform/time/holidays.ts';

describe('public holidays', () => {
  it('are those of the country, of its part, and of a place in that', () => {
    const has = (day: string) =>
      ['DE', 'DE-BE', 'DE-BY', 'DE-BY-A'].filter((region) => listHolidays(region, 2025).has(day));
    expect(has('2025-12-25')).to.deep.equal(['DE', 'DE-BE', 'DE-BY', 'DE-BY-A']);
    expect(has('2025-06-19')).to.deep.equal(['DE-BY', 'DE-BY-A']);
    expect(has('2025-08-08')).to.deep.equal(['DE-BY-A']);
    expect(has('2025-12-24')).to.deep.equal([]);
  });

  it('last as many days as they do, whole days only', () => {
    const tet = ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20'];
    expect([...listHolidays('VN', 2026)].filter((day) => day.startsWith('2026-02')).toSorted()).to.deep.equal(tet);
    expect(listHolidays('CN', 2026).has('2026-03-08')).to.equal(false);
  });

  it('do not move where the clock does', () => {
    expect(listHolidays('IL', 2026).size).to.be.above(5);
    for (const region of ['US', 'GB-ENG', 'NZ', 'BR', 'TR'])
      for (const day of listHolidays(region, 2026)) expect(day).to.match(/^202[67]-\d\d-\d\d$/);
  });

  it('are none where the region is not known', () => {
    expect([...listHolidays('none', 2026)]).to.deep.equal([]);
  });
});

describe('a region', () => {
  it('is a country, a part of it, or a place in that', () => {
    expect(['DE', 'DE-BY', 'DE-BY-A', 'US-CA'].filter(isRegion)).to.have.length(4);
    expect(
      ['', 'de', 'XX', 'DE-XX', 'DE-BY-XX', 'DE-BY-A-B', 'constructor', 'DE-', 'DE-toString'].filter(isRegion),
    ).to.deep.equal([]);
  });

  it('is found by codes and names of an address', () => {
    expect(findRegion('DE', 'BY')).to.equal('DE-BY');
    expect(findRegion('de', 'DE-BY')).to.equal('DE-BY');
    expect(findRegion('Germany', 'Bayern')).to.equal('DE-BY');
    expect(findRegion('Deutschland', null)).to.equal('DE');
    expect(findRegion('US', 'California')).to.equal('US-CA');
    expect(findRegion('DE', 'Upper Palatinate')).to.equal('DE');
    expect(findRegion('Atlantis', 'BY')).to.equal(null);
  });
});
