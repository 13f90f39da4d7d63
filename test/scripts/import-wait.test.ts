// The command `import wait` on a clock of its own: what it says while a worker takes long.
import { expect } from 'chai';
import { mock } from 'node:test';
import { waitForJob } from '../../scripts/cli/commands/import.ts';

describe('checkin import wait, when a worker takes long,', () => {
  it('says each state once', async () => {
    let at = 0;
    const said: string[] = [];
    const stderr = mock.method(process.stderr, 'write', (line: string) => Boolean(said.push(line)));
    const clock = { now: () => at, pause: () => Promise.resolve(void (at += 250)) };
    const statusAt = (): string => (at < 5_000 ? 'queued' : at < 30_000 ? 'processing' : 'completed');
    const graph = { maybe: () => Promise.resolve({ jobId: 'x', status: statusAt() }) };
    try {
      expect(await waitForJob(graph as never, 'x', 60, clock)).to.deep.equal({ jobId: 'x', status: 'completed' });
    } finally {
      stderr.mock.restore();
    }
    expect(said).to.deep.equal(['The import is waiting for a worker.\n', 'A worker is parsing the PDF.\n']);
  });
});
