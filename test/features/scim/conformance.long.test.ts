// Conformance test by scim2-tester 0.5.2: the recorded requests of a run that passed every check get the same
// responses. The tool needs Python and its packages, which a machine that runs the tests need not have; conformance.py
// runs it and records.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { company } from '../../support/company.ts';
import { directory } from '../../support/scim.ts';
import { service } from '../../support/service.ts';

type Exchange = { method: string; path: string; body: unknown; status: number; answer: { id?: string } | null };

const recording = path.join(projectFolder, 'test/features/scim/conformance-recording.jsonl');
const exchanges = readFileSync(recording, 'utf8').trim().split('\n');

describe('the requests of scim2-tester', () => {
  const api = service();

  it('are answered as when all of its checks were fulfilled', async () => {
    const { tenantId } = await company(api, 'Nobody †');
    await api.graph.statement('MATCH (u:User {tenantId: $tenantId}) WHERE u.email IS NOT NULL DETACH DELETE u', {
      tenantId,
    });
    const send = directory(api, tenantId);
    const base = `${api.url}/scim/v2`;
    const liveIds = new Map<string, string>();
    const recordedIds = new Map<string, string>();
    const translate = (text: string, ids: Map<string, string>): string =>
      text.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => ids.get(id) ?? id);
    const withoutTimes = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
    expect(exchanges).to.have.length.above(300);
    for (const [place, line] of exchanges.entries()) {
      const { answer } = JSON.parse(line) as Exchange;
      const asked = JSON.parse(translate(line, liveIds).replaceAll('{base}', base)) as Exchange;
      const live = await send(asked.method, asked.path, asked.body ?? undefined);
      if (asked.method === 'POST' && answer?.id !== undefined) {
        liveIds.set(answer.id, live.body.id);
        recordedIds.set(live.body.id, answer.id);
      }
      const text = translate(JSON.stringify(live.body), recordedIds).replaceAll(base, '{base}');
      const name = `${place + 1}: ${asked.method} ${asked.path}`;
      expect(live.status, name).to.equal(asked.status);
      expect(JSON.parse(withoutTimes(text)), name).to.deep.equal(
        JSON.parse(withoutTimes(JSON.stringify(answer ?? {}))),
      );
    }
  });
});
