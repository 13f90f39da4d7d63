// Readiness: which state follows from the query plans and from refused requests, by a clock of the test's own.
import { expect } from 'chai';
import { createReadiness, type Readiness } from '../../src/graph/readiness.ts';

describe('the readiness of a process', () => {
  let now: number;
  let plans: 'away' | 'planning' | 'ready';
  let isAdmissionFull: boolean;
  let isPlanningFull: boolean;
  let readiness: Readiness;
  beforeEach(() => {
    now = 0;
    plans = 'ready';
    isAdmissionFull = false;
    isPlanningFull = false;
    const planning = { state: () => plans, isFull: () => isPlanningFull };
    readiness = createReadiness({ isFull: () => isAdmissionFull }, planning, () => now);
  });

  /** A request comes and is refused. */
  function refuse(): void {
    isAdmissionFull = true;
    expect(readiness.isOverloaded()).to.equal(true);
    isAdmissionFull = false;
  }

  it('refuses requests while too many wait for the database', () => {
    expect(readiness.isOverloaded()).to.equal(false);
    isAdmissionFull = true;
    expect(readiness.isOverloaded()).to.equal(true);
    isAdmissionFull = false;
    isPlanningFull = true;
    expect(readiness.isOverloaded()).to.equal(true);
  });

  it('is ready as soon as everything is planned if nothing was refused', () => {
    plans = 'planning';
    expect(readiness.state()).to.equal('planning');
    now = 10_000;
    plans = 'ready';
    expect(readiness.state()).to.equal('ready');
  });

  it('warms up until nothing was refused for five seconds', () => {
    plans = 'planning';
    refuse();
    readiness.state();
    plans = 'ready';
    now = 1_000;
    expect(readiness.state()).to.equal('warming-up');
    refuse();
    now = 5_999;
    expect(readiness.state()).to.equal('warming-up');
    now = 6_000;
    expect(readiness.state()).to.equal('ready');
  });

  it('warms up until every request was answered in time for five seconds', () => {
    plans = 'planning';
    readiness.state();
    plans = 'ready';
    now = 10_000;
    readiness.noteTimeout();
    now = 14_999;
    expect(readiness.state()).to.equal('warming-up');
    now = 15_000;
    expect(readiness.state()).to.equal('ready');
    readiness.noteTimeout();
    expect(readiness.state()).to.equal('ready');
  });

  it('warms up for two minutes at most', () => {
    plans = 'away';
    readiness.state();
    plans = 'ready';
    refuse();
    expect(readiness.state()).to.equal('warming-up');
    now = 119_999;
    refuse();
    expect(readiness.state()).to.equal('warming-up');
    now = 120_000;
    expect(readiness.state()).to.equal('ready');
  });

  it('stays ready under an overload that comes later, so that a load balancer keeps it', () => {
    plans = 'planning';
    readiness.state();
    plans = 'ready';
    expect(readiness.state()).to.equal('ready');
    now = 10_000;
    refuse();
    expect(readiness.state()).to.equal('ready');
  });
});
