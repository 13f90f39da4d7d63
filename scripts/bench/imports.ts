// Measures how long an uploaded profile of 21 pages takes until it is parsed: one after the other, and many at once.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { profilePdf } from '../demo/profile/pdf.ts';
import { randomProfile } from '../demo/profile/random.ts';
import type { Target } from './measure.ts';
import { line } from './tables.ts';

const inTurn = 10;
const atOnce = 20;
const lookEveryMs = 25;
const parsedWithinMs = 120_000;

/** Measures and prints. The token is that of an admin, whose own profile it is; a worker is running. */
export async function measureImports({ url, token }: Target, userId: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const imports = `${url}/admin/users/${userId}/insights/import`;
  const { person, content, style } = randomProfile('bench');
  const pdf = await profilePdf(person, content, style);
  const importOne = async (): Promise<number> => {
    const started = performance.now();
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'profile.pdf');
    const response = await fetch(imports, { method: 'POST', headers, body });
    const { jobId } = (await response.json()) as { jobId?: string };
    if (!jobId) throw new Error(`An import answered ${response.status}.`);
    for (;;) {
      const { status, error } = (await (await fetch(`${imports}/${jobId}`, { headers })).json()) as {
        status: string;
        error?: string;
      };
      if (status === 'parsed') return performance.now() - started;
      if (error || performance.now() - started > parsedWithinMs)
        throw new Error(`An import is ${status}. ${error ?? ''}`);
      await pause(lookEveryMs);
    }
  };
  const times: number[] = [];
  for (let turn = 0; turn < inTurn; turn += 1) times.push(await importOne());
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, importOne));
  const together = performance.now() - started;
  console.log('');
  line('A profile of 21 pages, from upload to parsed', 'ms');
  line('---', '---:');
  line(`median of ${inTurn}, one after the other`, Math.round(median(times)));
  line(`all of ${atOnce} at once, by one worker`, Math.round(together));
}
