// What rows say about who is here, in the words of programs.
import { expect } from 'chai';
import { planImport } from '../../../src/features/organisation/import/plan-import.ts';
import {
  readStatus,
  readSwitch,
  saysNothing,
  splitBrackets,
  splitMarks,
} from '../../../src/features/organisation/import/presence.ts';
import { readRows } from '../../../src/features/organisation/import/read-rows.ts';

describe('a status', () => {
  const words = {
    left: 'Terminated|SUSPENDED|disabled|Deprovisioned|Inactive|Not active|Former employee|Archived|deleted|Ausgeschieden|inaktiv|Offboarded|Left the company|Terminated - voluntary|Resigned',
    here: 'Active|ACTIVE|Employed|Hired|On Leave|Leave|Inactive - Leave of absence|Parental leave|Elternzeit|Full-Time|PASSWORD_EXPIRED|STAGED|Invited|Contractor|aktiv|Probation period|Guest',
    unknown: 'Purple|Leftover|Activeness|Hereford|7',
  };
  for (const [meaning, list] of Object.entries(words)) {
    for (const word of list.split('|')) {
      it(`says ${meaning}: ${word}`, () => expect(readStatus(word) ?? 'unknown').to.equal(meaning));
    }
  }

  it('may be a switch, on or off', () => {
    for (const word of ['True', 'yes', '1', 'Y', 'wahr']) {
      expect(readSwitch(word, { isOff: false })).to.equal('here');
      expect(readSwitch(word, { isOff: true })).to.equal('left');
    }
    for (const word of ['False', 'no', '0', 'N', 'falsch']) {
      expect(readSwitch(word, { isOff: false })).to.equal('left');
      expect(readSwitch(word, { isOff: true })).to.equal('here');
    }
    expect(readSwitch('maybe', { isOff: true })).to.equal(null);
  });

  const now = new Date('2026-11-20T10:00:00.000Z');
  const read = (titles: string, ...rows: string[]) => {
    const lines = rows.map((row, at) => `Pat ${at},p${at}@x.example,${row}`);
    const { rows: read, notes } = readRows(Buffer.from([`name,email,${titles}`, ...lines].join('\n')), { now });
    return { here: read.map(({ row }) => row), notes };
  };
  it('is left by any column that says so; a last day counts where no status says that somebody is here', () => {
    expect(
      read('status,accountEnabled', 'Active,True', 'Active,False', ',false', 'Terminated,True').here,
    ).to.deep.equal([2]);
    expect(read('status,archived', 'Active,yes', 'Active,no').here).to.deep.equal([3]);
    expect(read('Employment Status,Status', 'Full-Time,Inactive', 'Full-Time,Active').here).to.deep.equal([3]);
    const days = read('Termination date,status', '19.11.2026,', '20.11.2026,', '31.12.2026,', '01.01.2020,Active', ',');
    expect(days.here).to.deep.equal([3, 4, 5, 6]);
    expect(days.notes[0]).to.match(/^1 row of people who have left, by the column endDate, from row 2 on/);
  });
  it('is named if it is not known, and such a person is here', () => {
    expect(read('status', 'Purple', 'Purple', 'Active')).to.deep.equal({
      here: [2, 3, 4],
      notes: ['status "Purple" is not known: 2 rows imported as of people who are here'],
    });
  });
  it('may be a mark behind the name', () => {
    const { rows, notes } = readRows(
      Buffer.from('name,email\nBen Sato (Terminated),b@x.example\nLia Novak (She/Her),l@x.example'),
    );
    expect(rows.map(({ name }) => name)).to.deep.equal(['Lia Novak (She/Her)']);
    expect(notes).to.deep.equal([
      '1 row of people who have left, by the column name, from row 2 on: not imported',
      '"Ben Sato (Terminated)" is taken as "Ben Sato": what is in brackets is no part of a name',
      'the name "Lia Novak (She/Her)" stays as it is',
    ]);
  });
});

describe('a word for nothing', () => {
  for (const word of ['-', '–', '--', 'N/A', 'n/a', 'None', 'null', '(blank)']) {
    it(`is an empty cell: ${word}`, () =>
      expect([saysNothing(word, 'team'), saysNothing(word, 'managerEmail')]).to.deep.equal([true, true]));
  }
  for (const word of ['NO_MANAGER', 'No manager', 'no-manager', 'keine', 'Unassigned', '(top)', 'NA']) {
    it(`is nobody in the cell of a manager alone: ${word}`, () =>
      expect([saysNothing(word, 'team'), saysNothing(word, 'managerEmail')]).to.deep.equal([false, true]));
  }
  for (const word of ['Nonette', 'E-1', 'Top Gun', 'Vacant', 'No Manager Smith'])
    it(`is not: ${word}`, () => expect(saysNothing(word, 'managerEmail')).to.equal(false));

  it('leaves the manager who is there', () => {
    const { rows } = readRows(
      Buffer.from('name,email,manager\nAnn Lee,ann@x.example,\nBob Roy,bob@x.example,NO_MANAGER'),
    );
    expect(rows.map(({ managerEmail }) => managerEmail)).to.deep.equal([undefined, undefined]);
    const cleared = readRows(Buffer.from('name,email,manager\nBob Roy,bob@x.example,NO_MANAGER'), {
      emptyClears: true,
    });
    expect(cleared.rows[0]?.managerEmail).to.equal('');
  });
});

describe('a manager with a number in brackets', () => {
  const plan = (manager: string) => {
    const lines = [
      'name,email,number,manager',
      'Ben Sato,ben@x.example,20002,',
      'Ben Sato,b2@x.example,20003,',
      `Lia Novak,lia@x.example,,${manager}`,
    ];
    const { created, faults, pending } = planImport(
      [],
      readRows(Buffer.from(lines.join('\n')), { titles: { number: 'employeeNumber' } }).rows,
    );
    return [
      created.find(({ name }) => name === 'Lia Novak')?.managerKey,
      pending.length,
      faults.map(({ message }) => message),
    ];
  };
  it('is the person of this name and number', () => {
    expect(plan('Ben Sato (20002)')).to.deep.equal(['ben@x.example', 0, []]);
    expect(plan('Ben Sato (On Leave) (20003)')).to.deep.equal(['b2@x.example', 0, []]);
  });
  it('is a fault if name and number are not of one person', () => {
    expect(plan('Otto Brandt (20002)')[2]).to.deep.equal([
      'manager "Otto Brandt (20002)" is nobody’s name: name them by address, number or id',
    ]);
    expect(plan('Ben Sato (77)')[2]).to.deep.equal([
      'manager "Ben Sato (77)" is the name of 2 people: name them by address, number or id',
    ]);
  });
});

describe('marks behind a name', () => {
  it('are split from it', () => {
    expect(splitMarks('Otto Brandt [C] (On Leave)')).to.deep.equal({
      name: 'Otto Brandt',
      marks: ['on leave', 'contingent worker'],
    });
    expect(splitMarks('[C]')).to.deep.equal({ name: '[C]', marks: [] });
    expect(splitBrackets('Sales (Ben (On Leave))')).to.deep.equal({ before: 'Sales', inside: 'Ben (On Leave)' });
    for (const text of ['Sales', '(Sales)', 'a)', '']) expect(splitBrackets(text), text).to.equal(null);
  });
});
