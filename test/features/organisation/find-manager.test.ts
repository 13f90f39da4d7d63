// Whom a reference to a manager means, among the people of a file.
import { expect } from 'chai';
import { indexManagers } from '../../../src/features/organisation/people/find-manager.ts';

const left = { id: 'a0', email: 'ann@x.test', active: false, externalId: 'new@x.test', employeeNumber: 'E-1' };
const holder = { id: 'b0', email: 'new@x.test', active: true, userName: 'e-2' };
const lower = { id: 'c0', email: 'cy@x.test', active: true, employeeNumber: 'e-3', externalId: '0015aBc' };

describe('a reference to a manager', () => {
  for (const [reference, expected] of [
    ['B0', holder],
    ['new@x.test', holder],
    ['New@X.test', holder],
    ['E-2', holder],
    ['E-1', left],
    ['ann@x.test', left],
    ['e-3', lower],
    ['E-3', null],
    ['0015aBc', lower],
    ['0015ABC', null],
  ] as const) {
    it(`${reference} means ${expected ? expected.email : 'nobody'}, in whichever order people come`, () => {
      for (const people of [
        [left, holder, lower],
        [lower, holder, left],
      ]) {
        expect(indexManagers(people)(reference)).to.equal(expected);
      }
    });
  }
});
