// The preview of a plan equals that of a naive model, which compares the sets of everyone above before and after.
import { expect } from 'chai';
import fc from 'fast-check';
import type { ChartLine } from '../../../src/platform/chart/chart.ts';
import { findPlanFaults, invertMoves, type PlannedMove } from '../../../src/platform/chart/move-faults.ts';
import { previewPlan } from '../../../src/platform/chart/preview.ts';

type Chart = Map<string, string | null>;

/** Up to 200 people, each below one earlier in the list or at the top. Some have left, some see as much from further up. */
const charts = fc
  .array(fc.record({ above: fc.nat(1_000_000), isTop: fc.nat(9), left: fc.nat(9), further: fc.nat(3) }), {
    minLength: 1,
    maxLength: 200,
  })
  .map((people): ChartLine[] =>
    people.map(({ above, isTop, left, further }, index) => ({
      id: `p${String(index).padStart(3, '0')}`,
      managerId: index === 0 || isTop === 0 ? null : `p${String(above % index).padStart(3, '0')}`,
      active: left > 0,
      seesFurther: further === 0,
    })),
  );
const anyPlans = charts.chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    moves: fc
      .uniqueArray(fc.record({ who: fc.nat(lines.length - 1), to: fc.option(fc.nat(lines.length - 1), { freq: 8 }) }), {
        maxLength: 40,
        selector: ({ who }) => who,
      })
      .map((moves) =>
        moves.map(({ who, to }): PlannedMove => ({
          userId: lines[who]?.id ?? '',
          fromId: lines[who]?.managerId ?? null,
          toId: to === null ? null : (lines[to]?.id ?? null),
        })),
      ),
  }),
);
/** Half of the plans as they come, most of which are cycles; half without the moves that would be one with those before. */
const plans = fc.tuple(anyPlans, fc.boolean()).map(([{ lines, moves }, isWhole]) => {
  if (isWhole) return { lines, moves };
  let chart: Chart = new Map(lines.map(({ id, managerId = null }) => [id, managerId]));
  const possible = moves.filter((one) => {
    const next = move(chart, [one]);
    if (isCircular(next, one.userId)) return false;
    chart = next;
    return true;
  });
  return { lines, moves: possible };
});
const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
const runs = [
  { name: 'with a fixed seed', options: { seed: 20_261_122, numRuns: 300 } },
  { name: `with a seed of its own, ${seed}`, options: { seed, numRuns: 300 } },
];

const move = (chart: Chart, moves: readonly PlannedMove[]): Chart =>
  new Map([...chart, ...moves.map(({ userId, toId }) => [userId, toId] as const)]);
/** Everyone above, or null on a cycle. */
function listAbove(chart: Chart, id: string): Set<string> | null {
  const above = new Set<string>();
  for (let next = chart.get(id) ?? null; next !== null; next = chart.get(next) ?? null) {
    if (above.has(next)) return null;
    above.add(next);
  }
  return above;
}
/** The same figures from the sets of everyone above. Deactivated people are passed over. */
function measure(lines: readonly ChartLine[], managers: Chart): Record<string, number> {
  const active = new Set(lines.flatMap(({ id, active: isActive }) => (isActive ? id : [])));
  const depths = [...active].map(
    (id) => [...(listAbove(managers, id) ?? [])].filter((above) => active.has(above)).length,
  );
  const spans = [...active]
    .map((id) => [...active].filter((report) => managers.get(report) === id).length)
    .filter((span) => span > 0);
  return {
    people: active.size,
    layers: Math.max(0, ...depths.map((depth) => depth + 1)),
    managers: spans.length,
    managersWithOneReport: spans.filter((span) => span === 1).length,
  };
}
const isCircular = (chart: Chart, id: string): boolean => {
  for (let next = chart.get(id) ?? null, steps = 0; next !== null && steps <= chart.size; steps += 1) {
    if (next === id) return true;
    next = chart.get(next) ?? null;
  }
  return false;
};

describe('the preview of a plan', () => {
  for (const { name, options } of runs) {
    it(`is the difference of the sets of everyone above, ${name}`, () => {
      fc.assert(
        fc.property(plans, ({ lines, moves }) => {
          const active = new Map(lines.map(({ id, active: isActive }) => [id, isActive]));
          const before: Chart = new Map(lines.map(({ id, managerId = null }) => [id, managerId]));
          const whole = move(before, moves);
          const circular = moves.filter(({ userId }) => isCircular(whole, userId));
          const faults = findPlanFaults(lines, moves);
          expect(faults.filter(({ code }) => code === 'REPORTING_CYCLE').map(({ userId }) => userId)).to.deep.equal(
            circular.map(({ userId }) => userId),
          );
          expect(faults.filter(({ code }) => code === 'MANAGER_INACTIVE').map(({ userId }) => userId)).to.deep.equal(
            moves.filter(({ toId }) => toId !== null && !active.get(toId)).map(({ userId }) => userId),
          );
          const after = circular.length > 0 ? before : whole;
          const preview = previewPlan(lines, moves);
          const further = new Set(lines.flatMap(({ id, seesFurther }) => (seesFurther ? id : [])));
          const expected = new Set<string>();
          for (const { id: person } of lines.filter(({ active: isActive }) => isActive)) {
            const above = listAbove(before, person);
            const aboveAfter = listAbove(after, person);
            for (const viewer of aboveAfter ?? [])
              if (active.get(viewer) && !above?.has(viewer)) expected.add(`${viewer} gains ${person}`);
            for (const viewer of above ?? [])
              if (active.get(viewer) && !aboveAfter?.has(viewer)) expected.add(`${viewer} loses ${person}`);
            const direct = before.get(person) ?? '';
            const directAfter = after.get(person) ?? '';
            if (direct === directAfter) continue;
            const seesMore = (viewer: string): boolean => active.get(viewer) === true && !further.has(viewer);
            if (seesMore(direct) && aboveAfter?.has(direct)) expected.add(`${direct} loses the board of ${person}`);
            if (seesMore(directAfter) && above?.has(directAfter))
              expected.add(`${directAfter} gains the board of ${person}`);
          }
          const shown = preview.sight.flatMap(({ place, gains, loses, people }) =>
            people.flatMap((person) => {
              const what = place === 'direct' ? `the board of ${person}` : person;
              return [
                ...gains.map((viewer) => `${viewer} gains ${what}`),
                ...loses.map((viewer) => `${viewer} loses ${what}`),
              ];
            }),
          );
          expect(shown).to.have.length(new Set(shown).size);
          expect(new Set(shown)).to.deep.equal(expected);
          for (const { userId, below } of preview.moves) {
            const count = lines.filter(
              ({ id, active: isActive }) => isActive && listAbove(before, id)?.has(userId),
            ).length;
            if (active.get(userId)) expect(below).to.equal(count);
          }
          for (const [chart, structure] of [
            [before, preview.structure.before],
            [after, preview.structure.after],
          ] as const) {
            expect(structure).to.deep.include(measure(lines, chart));
          }
          for (const { id } of lines) {
            expect(preview.findPath(id, 'before')).to.deep.equal([...(listAbove(before, id) ?? [])]);
            expect(preview.findPath(id, 'after')).to.deep.equal([...(listAbove(after, id) ?? [])]);
          }
        }),
        options,
      );
    });
  }

  for (const { name, options } of runs) {
    it(`counts whom partners gain and lose as a naive model does, ${name}`, () => {
      const partners = fc.array(fc.record({ who: fc.nat(199), head: fc.nat(199) }), { maxLength: 6 });
      fc.assert(
        fc.property(plans, partners, ({ lines, moves }, drawn) => {
          const idAt = (n: number): string => lines[n % lines.length]?.id ?? '';
          const parts = drawn.map(({ who, head }) => ({ userId: idAt(who), headId: idAt(head) }));
          const before: Chart = new Map(lines.map(({ id, managerId = null }) => [id, managerId]));
          const whole = move(before, moves);
          const after = moves.some(({ userId }) => isCircular(whole, userId)) ? before : whole;
          const isIn = (chart: Chart, userId: string, person: string): boolean =>
            person !== userId &&
            !listAbove(chart, userId)?.has(person) &&
            parts.some((part) => part.userId === userId && listAbove(chart, person)?.has(part.headId));
          const active = lines.filter((line) => line.active).map(({ id }) => id);
          const count = (had: Chart, has: Chart, userId: string): number =>
            active.filter((id) => isIn(has, userId, id) && !isIn(had, userId, id)).length;
          const expected = [...new Set(parts.map(({ userId }) => userId))]
            .map((userId) => ({ userId, gains: count(before, after, userId), loses: count(after, before, userId) }))
            .filter(({ gains, loses }) => gains + loses > 0);
          const { partners: shown } = previewPlan(lines, moves, { parts });
          expect(shown).to.have.deep.members(expected);
          const sizes = shown.map(({ gains, loses }) => gains + loses);
          expect(sizes).to.deep.equal(sizes.toSorted((a, b) => b - a));
        }),
        options,
      );
    });
  }

  it('measures the structure of the active people', () => {
    const lines: ChartLine[] = [
      { id: 'a', managerId: null, active: true },
      { id: 'b', managerId: 'a', active: true },
      { id: 'c', managerId: 'a', active: true },
      { id: 'd', managerId: 'b', active: true },
      { id: 'e', managerId: 'b', active: false },
      { id: 'f', managerId: 'b', active: true },
    ];
    const { before, after } = previewPlan(lines, [{ userId: 'd', fromId: 'b', toId: 'f' }]).structure;
    expect(before).to.deep.equal({
      people: 5,
      layers: 3,
      managers: 2,
      managersWithOneReport: 0,
      meanSpan: 2,
      p90Span: 2,
    });
    expect(after).to.deep.equal({
      people: 5,
      layers: 4,
      managers: 3,
      managersWithOneReport: 2,
      meanSpan: 1.3,
      p90Span: 1.8,
    });
    expect(previewPlan([], []).structure.before).to.include({ people: 0, layers: 0, meanSpan: 0, p90Span: 0 });
  });

  it('takes a chart with ten thousand levels, and one with a hundred thousand reports of one manager', () => {
    const deep = Array.from({ length: 10_000 }, (_, n): ChartLine => ({
      id: `p${n}`,
      managerId: n === 0 ? null : `p${n - 1}`,
      active: true,
    }));
    expect(previewPlan(deep, [{ userId: 'p5000', fromId: 'p4999', toId: null }]).structure.after.layers).to.equal(
      5_000,
    );
    const flat = Array.from({ length: 100_001 }, (_, n): ChartLine => ({
      id: `p${n}`,
      managerId: n === 0 ? null : 'p0',
      active: true,
    }));
    const [change] = previewPlan(flat, [{ userId: 'p7', fromId: 'p0', toId: 'p8' }]).sight;
    expect(change).to.deep.equal({ place: 'above', gains: ['p8'], loses: [], people: ['p7'] });
  });

  it('lets moves that are taken back leave the chart as it was', () => {
    fc.assert(
      fc.property(plans, ({ lines, moves }) => {
        const before: Chart = new Map(lines.map(({ id, managerId = null }) => [id, managerId]));
        expect([...move(move(before, moves), invertMoves(moves))]).to.deep.equal([...before]);
      }),
      { seed, numRuns: 50 },
    );
  });
});
