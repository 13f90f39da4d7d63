// Conformance test by standardwebhooks 1.1.0 for Python: recorded events that it verified get the same signatures. The
// library needs Python, which a machine that runs the tests need not have; conformance.py runs it and records.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { signEvent } from '../../../src/features/webhooks/send.ts';

type Recording = { secret: string; deliveries: { headers: Record<string, string>; body: string }[] };

const recording = path.join(projectFolder, 'test/features/webhooks/conformance-recording.json');
const { secret, deliveries } = JSON.parse(readFileSync(recording, 'utf8')) as Recording;

describe('the deliveries that the Python library verified', () => {
  it('are signed as they were then, also beside another secret', () => {
    const signatures = deliveries.map(({ headers, body }) => {
      const { 'webhook-id': id = '', 'webhook-timestamp': at, 'webhook-signature': signed = '' } = headers;
      const today = signEvent(id, new Date(Number(at) * 1_000), body, [secret]);
      expect(Object.keys(today)).to.have.members(Object.keys(headers));
      expect(today).to.include({ 'webhook-id': id, 'webhook-timestamp': at });
      expect(signed.split(' ')).to.include(today['webhook-signature']);
      return signed.split(' ').length;
    });
    expect(signatures).to.deep.equal([1, 1, 2]);
  });
});
