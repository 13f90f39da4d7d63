// Two years of weekly runs in the graph against a model: drawn schedules, time zones, working weeks, holidays, absences, and
// outages of the worker.
import { expect } from 'chai';
import fc from 'fast-check';
import { openTenantRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { listHolidays } from '../../../src/platform/time/holidays.ts';
import { scheduledTypes, scheduleNames } from '../../../src/platform/time/schedule.ts';
import { addWeeks, toLocalDate, toMonday } from '../../../src/platform/time/weeks.ts';
import { weekdays } from '../../../src/platform/time/working-days.ts';
import { company } from '../../support/company.ts';
import { endDueEvents } from '../../support/in-process-worker.ts';
import { listChecks, listTimes, pauses, times, toText, zones } from '../../support/schedules.ts';
import { service } from '../../support/service.ts';

const api = service();
const names = ['Ada', 'Bob', 'Cy', 'Dee', 'Eve', 'Fay'];
const readers = ['Ada', 'Bob'];
const start = Date.parse('2026-02-01T00:00:00Z'); // with the week 53 of 2026
const end = Date.parse('2028-02-01T00:00:00Z');
const dayMs = 86_400_000;

/** Their clocks change by what is newer in the database of Node than in that of Neo4j. */
const disputed = ['Africa/Casablanca', 'Africa/El_Aaiun', 'America/Edmonton', 'America/Vancouver'];
const agreed = zones.filter((zone) => !disputed.includes(zone));

const absences = fc.array(fc.tuple(fc.integer({ min: 0, max: 730 }), fc.integer({ min: 0, max: 20 })), {
  maxLength: 30,
});
const someDays = fc.subarray([...weekdays], { minLength: 1 }).map((days) => days.join(' '));
const region = fc.constantFrom('DE-BY', 'IL', 'US');
const person = fc.record({
  region: fc.option(region),
  workingDays: fc.option(someDays),
  timezone: fc.option(agreed, { freq: 3 }),
  own: fc.record({ due: times, digest: fc.oneof(times, fc.constant('off')) }, { requiredKeys: [] }),
  absences: absences.map((drawn) =>
    drawn.map(([from, days]) => [from, from + days].map((day) => toText(start + day * dayMs).slice(0, 10)).join('/')),
  ),
});
const tenant = fc.record({
  region,
  workingDays: someDays,
  regionWorkingDays: fc.subarray(['DE=Monday Tuesday Friday', 'IL=Monday Tuesday Wednesday Thursday Sunday']),
  timezone: agreed,
  opens: times,
  due: times,
  lastCall: times,
  digest: times,
});

describe('over two years of a simulated clock', () => {
  after(() => endDueEvents(api));

  it('each run tells once, of the right week, all whom it is for, on a working day of theirs', async () => {
    const draws = fc.tuple(tenant, fc.array(person, { minLength: 6, maxLength: 6 }), pauses);
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (const [settings, people, gaps] of fc.sample(draws, { numRuns: 1, seed })) {
      const acme = await company(api, 'Ada\n  Bob\n    Cy\n    Dee\n  Eve\n  Fay');
      const isFree = (index: number, day: string): boolean => {
        const one = people[index];
        const place = one?.region ?? settings.region;
        const ofRegion = settings.regionWorkingDays.find((entry) => entry.startsWith(place.slice(0, 2)))?.slice(3);
        const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? '';
        return (
          !(one?.workingDays ?? ofRegion ?? settings.workingDays).includes(weekday) ||
          listHolidays(place, Number(day.slice(0, 4))).has(day) ||
          (one?.absences ?? []).some((text) => text.slice(0, 10) <= day && day <= text.slice(11))
        );
      };
      const dayAfter = (day: string, days: number): string => toText(Date.parse(day) + days * dayMs).slice(0, 10);
      const excused = (index: number): string[] =>
        Array.from({ length: 110 }, (_, week) => addWeeks(toMonday(toText(start).slice(0, 10)), week - 2)).filter(
          (monday) => [0, 1, 2, 3, 4, 5, 6].every((day) => isFree(index, dayAfter(monday, day))),
        );
      await api.graph.statement(
        `MATCH (tenant:Tenant {id: $tenantId})
         SET tenant += $settings
         WITH tenant
         UNWIND $people AS person
         MATCH (u:User {tenantId: $tenantId, id: person.id})
         SET u += person.own, u.timezone = person.timezone, u.absences = person.absences, u.region = person.region,
           u.workingDays = person.workingDays,
           u.excusedWeeks = [week IN person.weeks | date(week)]`,
        {
          tenantId: acme.tenantId,
          settings,
          people: people.map((one, index) => ({ ...one, id: acme.id(names[index] ?? ''), weeks: excused(index) })),
        },
      );
      const checks = listChecks(gaps, { start, end });
      for (const at of checks)
        await openTenantRuns(api.graph, { tenantId: acme.tenantId, ...settings, createdAt: toText(start) }, toText(at));

      const told = await acme.statement(`
         MATCH (e:OutboxEvent {tenantId: $tenantId}) WHERE e.type <> 'trends.detect' AND e.key IS NOT NULL
         UNWIND e.recipientIds AS id
         MATCH (u:User {tenantId: $tenantId, id: id})
         RETURN u.name + ' ' + e.type + ' ' + e.payload + ' ' + toString(e.dueAt.epochMillis) AS line`);
      const expected = people.flatMap((one, index) =>
        scheduleNames.flatMap((name) => {
          const kind = scheduledTypes[name];
          const zone = one.timezone ?? settings.timezone;
          const own = { ...settings, ...one.own }[name];
          if (kind === 'digest.weekly' && !readers.includes(names[index] ?? '')) return [];
          const isExcused = kind === 'digest.weekly' ? [] : excused(index);
          return listTimes({ kind, clock: `${zone} ${own}` }, { start, end }).flatMap(({ weekStart, at }) => {
            const next = at < start ? undefined : checks.find((check) => check >= at);
            if (next === undefined) return [];
            const today = toLocalDate(toText(next), zone);
            const last = dayAfter(toLocalDate(toText(at), zone), 6);
            let day = today;
            while (day <= last && isFree(index, day)) day = dayAfter(day, 1);
            if (day > last) return [];
            const time = Temporal.PlainDateTime.from(`${day}T${own.split(' ')[1] ?? ''}`);
            const dueAt = day === today ? next : time.toZonedDateTime(zone).epochMilliseconds;
            return isExcused.includes(weekStart)
              ? []
              : [`${names[index]} ${kind} {"weekStart":"${weekStart}"} ${dueAt}`];
          });
        }),
      );
      const lines = told.map(({ line }) => String(line));
      const differences = [
        lines.filter((line) => !expected.includes(line)),
        expected.filter((line) => !lines.includes(line)),
      ];
      expect(differences, `told beyond, and not told; seed ${seed}`).to.deep.equal([[], []]);
      expect(lines.length).to.equal(expected.length).and.to.be.above(500);
    }
  });
});
