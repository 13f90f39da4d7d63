// The tables of what pages say: each text is there in each language, with the same values in it.
import { expect } from 'chai';
import { allReports } from '../../../src/features/reports/index.ts';
import { wordsByLanguage } from '../../../src/features/reports/words.ts';
import { languages } from '../../../src/platform/lib/languages.ts';
import { listParts, listTexts, placesIn, tableOf } from '../../support/report-texts.ts';

const en = listTexts(tableOf('en'));
const de = listTexts(tableOf('de'));

/** Words that are the same in both. */
const alike = ['Name', 'Team', 'Organisation', 'Board', 'team', 'Person'];

describe('the texts of reports', () => {
  it('have the same keys in each language, and the same values in each text', () => {
    expect([...de.keys()]).to.deep.equal([...en.keys()]);
    expect(en.size).to.be.above(300);
    for (const [path, text] of en) {
      if (path.endsWith(' of one')) continue;
      expect(placesIn(de.get(path) ?? ''), `${path}: ${de.get(path)}`).to.deep.equal(placesIn(text));
    }
  });

  it('are translated', () => {
    const same = [...en].filter(([path, text]) => de.get(path) === text && listParts([text]).length > 0);
    expect(same.map(([, text]) => text).filter((text) => !alike.includes(text))).to.deep.equal([]);
  });

  it('are nowhere empty, and end as the other language does', () => {
    for (const [path, text] of en) {
      const other = de.get(path) ?? '';
      expect(other.trim() === '', path).to.equal(text.trim() === '');
      if (text.includes(' ')) expect(/[.!?]$/.test(other), `${path}: ${other}`).to.equal(/[.!?]$/.test(text));
      expect(/^[ ;,]/.test(other), `${path}: ${other}`).to.equal(/^[ ;,]/.test(text));
    }
  });

  it('are those of a report in its language, and the columns of files are in English', () => {
    for (const report of allReports)
      for (const language of languages) {
        const one = report.inLanguage(language);
        expect([one.name, one.language, one.title]).to.deep.equal([
          report.name,
          language,
          report.texts[language].title,
        ]);
        expect(one.columns.map(({ name }) => name)).to.deep.equal(report.columns.map(({ name }) => name));
      }
    expect(allReports.map(({ language }) => language)).to.deep.equal(allReports.map(() => 'en'));
  });

  it('have numbers and times as people of the language write them', () => {
    const written = (language: 'en' | 'de') => {
      const words = wordsByLanguage[language];
      return [
        words.formatShare(1234, 2000),
        words.formatMean(3.25),
        words.formatChange(-1234),
        words.formatDateCell('2026-11-09'),
        words.formatMonthCell('2026-11'),
        words.formatWeek('2026-11-11'),
        words.formatMoment('2026-11-20T10:00:00.000Z', 'Europe/Berlin'),
        words.formatColumn('2026-11-09').join(' '),
        words.countPeople(1),
        words.countPeople(1234),
      ].map((text) => text.replaceAll('\u00a0', ' '));
    };
    expect(written('en')).to.deep.equal([
      '1,234 of 2,000 (62 %)',
      '3.3',
      '−1,234',
      '2026-11-09',
      '2026-11',
      'week of 9 November 2026',
      '2026-11-20 11:00 Europe/Berlin',
      '9 Nov',
      '1 person',
      '1,234 people',
    ]);
    expect(written('de')).to.deep.equal([
      '1.234 von 2.000 (62 %)',
      '3,3',
      '−1.234',
      '09.11.2026',
      'November 2026',
      'Woche vom 9. November 2026',
      '20.11.2026, 11:00 Europe/Berlin',
      '9. Nov',
      '1 Person',
      '1.234 Personen',
    ]);
  });
});
