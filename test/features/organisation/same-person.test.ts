// Whether a key alone decides about whom a row is: every mixture of keys, name and address.
import { expect } from 'chai';
import { planImport } from '../../../src/features/organisation/import/plan-import.ts';
import { readRows } from '../../../src/features/organisation/import/read-rows.ts';
import { isLikeName } from '../../../src/features/organisation/import/same-person.ts';
import type { ExistingPerson } from '../../../src/features/organisation/import/columns.ts';

const person: ExistingPerson = {
  id: '0f3f5d1e-8f5f-4c0a-9a53-3f6d7cf0a001',
  email: 'bernd.busch@alpha.example',
  userName: 'bernd@alpha.example',
  name: 'Bernd Busch',
  jobTitle: 'Head',
  team: '',
  department: '',
  roles: [],
  active: true,
  managerEmails: [],
  teams: 0,
  employeeNumber: '1002',
  externalId: 'x-2',
};
const titles = ['id', 'employeeNumber', 'externalId', 'name', 'email', 'samePerson'] as const;
type Cells = Partial<Record<(typeof titles)[number], string>>;
const plan = (cells: Cells) =>
  planImport(
    [person],
    readRows(Buffer.from(`${titles.join()}\n${titles.map((title) => cells[title] ?? '').join()}`)).rows,
  );

describe('a row that a key gives to a person', () => {
  const keys: Cells[] = [
    { id: person.id },
    { employeeNumber: '1002' },
    { externalId: 'x-2' },
    { employeeNumber: '1002', externalId: 'x-2' },
    { id: person.id, employeeNumber: '1002' },
  ];
  const names = { same: 'Bernd Busch', alike: 'BUSCH Bernd', other: 'Xenia Xu', none: '' };
  const addresses = {
    same: 'bernd.busch@alpha.example',
    alike: 'bernd@alpha.example', // the user name
    other: 'xenia.xu@beta.example',
    none: '',
  };
  for (const key of keys) {
    for (const [nameIs, name] of Object.entries(names)) {
      for (const [addressIs, email] of Object.entries(addresses)) {
        const isSame = [nameIs, addressIs].some((is) => is === 'same' || is === 'alike');
        const isOther = [nameIs, addressIs].includes('other');
        const isAsked = isOther && !isSame;
        it(`is ${isAsked ? 'asked about' : 'believed'}: ${Object.keys(key).join('+')}, name ${nameIs}, address ${addressIs}`, () => {
          const { faults, changed } = plan({ ...key, name, email });
          if (!isAsked) return void expect(faults).to.deep.equal([]);
          expect(faults).to.have.length(1);
          expect(faults[0]?.message).to.match(
            /^is this the same person\? Was Bernd Busch <bernd\.busch@alpha\.example>, would be /,
          );
          expect(changed).to.deep.equal([]);
          expect(plan({ ...key, name, email, samePerson: 'YES' }).faults).to.deep.equal([]);
          expect(plan({ ...key, name, email, samePerson: 'no' }).faults).to.have.length(1);
        });
      }
    }
  }

  it('is refused with another word than yes or no in the column samePerson', () => {
    const { faults } = readRows(Buffer.from('name,email,samePerson\nXenia Xu,x@b.example,all'));
    expect(faults).to.deep.equal([{ row: 2, message: 'samePerson is yes, no or empty' }]);
  });
});

describe('a name', () => {
  for (const [one, other, isLike] of [
    ['Bernd Busch', 'busch, bernd', true],
    ['José Álvarez', 'Jose Alvarez', true],
    ['Anna Maria Adler', 'Anna Adler', true],
    ['O’Neil Dara', "Dara O'Neil", true],
    ['王小明', '王小明', true],
    ['王小明', '王大明', false],
    ['Bernd', 'Bernd Busch', false],
    ['Anna Adler', 'Anna Weber', false],
    ['Anna Maria Adler', 'Anna Maria Weber', false],
  ] as const) {
    it(`is ${isLike ? '' : 'not '}like another: ${one}, ${other}`, () => {
      expect([isLikeName(one, other), isLikeName(other, one)]).to.deep.equal([isLike, isLike]);
    });
  }
});
