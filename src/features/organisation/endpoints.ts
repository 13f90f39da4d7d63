// The organisation as a whole: export, check, comparison of two times, import by the worker.
import { Type } from '@sinclair/typebox';
import { failNotFoundOrForbidden } from '../../platform/access/not-found.ts';
import { permit, rolesThatHold, type Standing } from '../../platform/access/permissions.ts';
import { fail, failInvalid } from '../../platform/errors.ts';
import type { Rows } from '../../platform/graph/client.ts';
import { DayOrInstant, field, strictObject, stringEnum } from '../../platform/schema/values.ts';
import {
  maxListed,
  OrgCheck,
  OrgDiff,
  OrgExport,
  type ExportRow,
  OrgImportJob,
  type OrgImport,
  OrgReadiness,
} from './schema.ts';
import type { ExistingPerson } from './import/columns.ts';
import { usualLeavers } from './import/leavers.ts';
import type { ChartDiff } from './import/diff.ts';
import { exportColumns, toExportRow } from './import/export.ts';
import { isInFuture, isLater, toViewAsOf, type ViewParams } from '../../platform/time/as-of.ts';
import { asOfQuery, assertNotInFuture, failTime, toAsOf } from '../../platform/http/declaration/as-of.ts';
import { defineEndpointWith } from '../../platform/http/declaration/define-endpoint.ts';
import type { OrganisationContext } from './tenants/for-admins.ts';
import { checkReadiness } from './tenants/readiness.ts';
import { dryRunQuery, readTenant } from './endpoint-settings.ts';
import { failMissedWrite } from '../../platform/access/caller-graph.ts';
import { storageWithinMs } from '../../platform/storage/file-storage.ts';

const defineEndpoint = defineEndpointWith<OrganisationContext>();

const permission = 'organisation:manage';

const exportOrganisation = defineEndpoint({
  method: 'GET',
  path: '/admin/organisation/export',
  operationId: 'exportOrganisation',
  growsWith: ['people'],
  summary: 'Export the active people.',
  audit: 'organisation.export',
  description:
    'CSV if Accept prefers `text/csv`: importing it again changes nothing. With `asOf`, the managers of that time.',
  permission,
  isBulk: true,
  query: Type.Object(asOfQuery, strictObject),
  response: OrgExport,
  csv: exportColumns,
  etag: false,
  async handler({ query: { asOf }, graph, organisation, now, recordRead }) {
    const { timezone } = await readTenant(graph);
    await recordRead();
    const view = asOf === undefined ? null : toView('asOf', toAsOf(asOf), timezone, now);
    return { rows: toRows(organisation.export(view)) };
  },
});

async function* toRows(pages: Rows<ExistingPerson>): Rows<ExportRow> {
  for await (const page of pages) yield page.map(toExportRow);
}

const checkOrganisation = defineEndpoint({
  method: 'GET',
  path: '/admin/organisation/check',
  operationId: 'checkOrganisation',
  growsWith: ['people'],
  summary: 'Check the organisation for inconsistent data.',
  permission,
  isBulk: true,
  response: OrgCheck,
  etag: false,
  errors: ['LIMIT_REACHED'],
  async handler({ graph, organisation }) {
    await readTenant(graph);
    const findings = await organisation.check();
    return { faults: findings.filter(({ kind }) => kind === 'fault').length, findings: findings.slice(0, maxListed) };
  },
});

const readiness = defineEndpoint({
  method: 'GET',
  path: '/admin/organisation/readiness',
  operationId: 'checkReadiness',
  growsWith: ['people'],
  summary: 'Check what the organisation lacks before its first week.',
  description:
    'What is missing rather than wrong: people without manager, team, department or region, managers who are waited for, and ' +
    'addresses that get no mail. Beside it what may be as it should: start dates to come, people in another country without a ' +
    'time zone, teams of one, and departments below `minimumGroup`. People are active people.',
  permission,
  isBulk: true,
  response: OrgReadiness,
  etag: false,
  handler: ({ graph, now }) => checkReadiness(graph, false, now),
});

const time = (description: string, example: string) => field(DayOrInstant, description, example);

const compareCharts = defineEndpoint({
  method: 'GET',
  path: '/admin/organisation/diff',
  operationId: 'compareOrganisation',
  growsWith: ['people'],
  summary: 'Compare the org chart at two times.',
  description: 'Departments, and who is active, are those of today.',
  permission,
  isBulk: true,
  query: Type.Object(
    {
      from: time('An instant, or the end of a day in the time zone of the tenant', '2026-10-01'),
      to: Type.Optional(time('Likewise, later; default: now', '2026-11-01')),
    },
    strictObject,
  ),
  response: OrgDiff,
  etag: false,
  errors: ['LIMIT_REACHED'],
  async handler({ query: { from, to }, graph, organisation, now }) {
    const { timezone, minimumGroup } = await readTenant(graph);
    const first = toAsOf(from, 'from');
    const last = to === undefined ? null : toAsOf(to, 'to');
    if (isLater(first, last ?? now, now, timezone)) failTime('from', 'must not be later than to.');
    const views = {
      from: toView('from', first, timezone, now),
      to: last === null ? null : toView('to', last, timezone, now),
    };
    return describeDiff(await organisation.diff(minimumGroup, views));
  },
});

function describeDiff({ before, after, moved, joined, flows, smallFlows }: ChartDiff): OrgDiff {
  return dropNulls({
    before,
    after,
    movedCount: moved.length,
    moved: moved.slice(0, maxListed),
    joinedCount: joined.length,
    joined: joined.slice(0, maxListed),
    flows,
    smallFlows,
  }) as OrgDiff;
}

/** A copy in which null fields are absent, as the interface demands. */
function dropNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, part: unknown) => part ?? undefined));
}

function toView(parameter: string, asOf: string, timezone: string, now: string): ViewParams {
  assertNotInFuture({ isInFuture: isInFuture(asOf, now, timezone) }, parameter);
  return toViewAsOf(asOf, now);
}

const unfinished = 'It was begun several times and never ended; upload the file again.';

const importOrganisation = defineEndpoint({
  method: 'POST',
  path: '/admin/organisation/imports',
  operationId: 'importOrganisation',
  summary: 'Import people from a CSV file.',
  description:
    'Columns as an export has them; needed are the name and one of email, employeeNumber, externalId and id. Titles of common HR ' +
    'programs and directories are known; a row that says that somebody has left is left out. What a file does not say stays: a column that is absent, and an empty cell. The worker imports all ' +
    'of the file, or nothing if it has a fault: read the import at Location until it is `done` or `failed`. A file that was ' +
    'imported before changes nothing. One import at a time. People who are not in the file stay as they are, unless `absent=leave`: then they ' +
    'leave, and nobody may report to them afterwards.',
  effects:
    'Stores the file and starts an import, which creates, changes and moves people, and with `absent=leave` deactivates those who are not in ' +
    'it, unless `dryRun=true`.',
  audit: 'organisation.upload',
  permission,
  query: Type.Object(
    {
      ...dryRunQuery.properties,
      emptyClears: Type.Optional(field(Type.Boolean(), 'Whether an empty cell takes away what is there', false)),
      dateOrder: Type.Optional(
        field(stringEnum('dmy', 'mdy'), 'Whether dates such as 03/04/2026 begin with the day or the month', 'dmy'),
      ),
      absent: Type.Optional(
        field(
          stringEnum('stay', 'leave'),
          'What happens to people who are not in the file: `leave` says that the file is the whole company',
          'stay',
        ),
      ),
      atMost: Type.Optional(
        field(
          Type.Number({ minimum: 0, maximum: 100 }),
          `Percent of the active people who may leave; with more, nothing is imported. Needs \`absent=leave\`; ${usualLeavers} if absent`,
          usualLeavers,
        ),
      ),
    },
    strictObject,
  ),
  upload: { maxBytes: 20_000_000, type: 'text/csv' },
  withinMs: storageWithinMs + 2_500, // with an Idempotency-Key the file is stored within the transaction
  success: 202,
  response: OrgImportJob,
  errors: ['ORGANISATION_BUSY', 'FILES_UNAVAILABLE'],
  location: ({ importId }) => `/admin/organisation/imports/${importId}`,
  async handler({
    query: { dryRun = false, emptyClears = false, dateOrder, absent, atMost },
    upload,
    graph,
    files,
    now,
    newId,
  }) {
    if (atMost !== undefined && absent !== 'leave')
      failInvalid([{ pointer: '/atMost', message: 'atMost needs absent=leave.' }]);
    await readTenant(graph);
    const csv = await upload();
    const importId = newId();
    await files.put(importId, csv);
    try {
      const params = {
        importId,
        eventId: newId(),
        now,
        permittedRoles: rolesThatHold('organisation:manage'),
        isDryRun: dryRun,
        emptyClears,
        dateOrder: dateOrder ?? null,
        atMost: absent === 'leave' ? (atMost ?? usualLeavers) : null,
      };
      const begun = await graph.write<{ isBusy: boolean }>('organisation/begin_import', params);
      if (!begun) return await failMissedWrite(graph, 'FORBIDDEN');
      if (begun.isBusy) return fail('ORGANISATION_BUSY');
    } catch (error) {
      await files.remove(importId).catch(() => undefined); // the file sweep removes it later
      throw error;
    }
    return { importId, status: 'queued' as const, dryRun, createdAt: now };
  },
});

type StoredImport = Omit<OrgImportJob, 'result'> & { result?: string };

const readOrganisationImport = defineEndpoint({
  method: 'GET',
  path: '/admin/organisation/imports/{importId}',
  operationId: 'getOrganisationImport',
  summary: 'Get an import of people, with its progress or result.',
  description:
    'The last import of the tenant is kept. What it says about people is deleted when one of them is erased.',
  permission,
  response: OrgImportJob,
  errors: ['ORG_IMPORT_NOT_FOUND'],
  async handler({ params: { importId }, graph }) {
    type Found = { standing: Standing; job: StoredImport | null };
    const { standing, job } = await graph.one<Found>('organisation/find_import', { importId });
    permit(standing, permission);
    if (!job) return failNotFoundOrForbidden(graph, 'ORG_IMPORT_NOT_FOUND', importId);
    const { result, error, ...rest } = job;
    const reason = error ?? (job.status === 'failed' && result === undefined ? unfinished : undefined);
    return {
      ...rest,
      ...(result !== undefined && { result: JSON.parse(result) as OrgImport }),
      ...(reason !== undefined && { error: reason }),
    };
  },
});

export const organisation = [
  importOrganisation,
  readOrganisationImport,
  exportOrganisation,
  checkOrganisation,
  readiness,
  compareCharts,
];
