// Reads one profile PDF in a process of its own: the file comes in on stdin, what was read goes out on stdout.
import { Worker } from 'node:worker_threads';
import { readProfile } from '../profile-parser/parse.ts';
import { extractTextPages } from './pages.ts';

const bytesOfMemory = 360 * 2 ** 20; // a profile takes some 120 MB; growth is noticed some 50 MB late

/** Looks after a parser that is too busy to do so: ends the process when it has grown too big or lost its parent. */
const watchdog = `
  const parent = process.ppid;
  setInterval(() => {
    const big = process.memoryUsage.rss() > ${bytesOfMemory};
    if (big || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 10);`;

await new Promise((resolve) => new Worker(watchdog, { eval: true, execArgv: [] }).once('online', resolve));
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const pages = await extractTextPages(Buffer.concat(chunks.splice(0)));
const answer = JSON.stringify(Array.isArray(pages) ? readProfile(pages) : pages);
process.stdout.write(answer, () => process.exit(0));
