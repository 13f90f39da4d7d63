// Counts what the statements of this process read: every statement of the driver becomes a PROFILE of itself.
import { after, before } from 'mocha';
import neo4j, { Result } from 'neo4j-driver';
import { hitsOf } from './profiler.ts';

type Runner = { run: (text: string, ...rest: unknown[]) => unknown };
type Observed = { _decorateObserver: (observer: Observer, ...rest: unknown[]) => unknown };
type Observer = { onCompleted?: (summary: { profile: Parameters<typeof hitsOf>[0] }) => void };

/** For the tests of a file: a function that returns the database hits since it was last called. */
export function countedHits(): () => number {
  let hits = 0;
  const undo: (() => void)[] = [];
  before(() => {
    const driver = neo4j.driver('bolt://127.0.0.1:1');
    const session = driver.session();
    for (const runner of [session, session.beginTransaction()]) {
      const owner = ownerOf(runner, 'run') as Runner;
      const { run } = owner;
      owner.run = function (text, ...rest) {
        return run.call(this, /^\s*(CALL db\.|SHOW|EXPLAIN|PROFILE)/.test(text) ? text : `PROFILE ${text}`, ...rest);
      };
      undo.push(() => void (owner.run = run));
    }
    const results = ownerOf(Result.prototype, '_decorateObserver') as unknown as Observed;
    const { _decorateObserver: decorate } = results;
    results._decorateObserver = function (observer, ...rest) {
      const { onCompleted } = observer;
      const counted: Observer = Object.assign(Object.create(observer) as Observer, {
        onCompleted(summary: Parameters<NonNullable<Observer['onCompleted']>>[0]) {
          hits += hitsOf(summary?.profile ?? false) || 0;
          onCompleted?.call(observer, summary);
        },
      });
      return decorate.call(this, counted, ...rest);
    };
    undo.push(() => void (results._decorateObserver = decorate));
  });
  after(() => undo.forEach((one) => one()));
  return () => {
    const counted = hits;
    hits = 0;
    return counted;
  };
}

function ownerOf(value: object, name: string): object {
  let owner = value;
  while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object;
  return owner;
}
