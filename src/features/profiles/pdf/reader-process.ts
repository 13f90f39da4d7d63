// The child process that reads one profile PDF: the file on stdin, the result as JSON on stdout. Its argument is the
// limit of its processor time in milliseconds.
import { Worker } from 'node:worker_threads';
import { readProfile } from '../parser/parse.ts';

const maxMemoryBytes = 360 * 2 ** 20; // a profile takes 120 MB; the watchdog can be 50 MB late

const maxCpuMs = Number(process.argv[2]);

/** Kills the process if it grows too large, works too long or loses its parent. A thread: parsing blocks the event loop. */
const watchdog = `
  const parent = process.ppid;
  setInterval(() => {
    const tooLarge = process.memoryUsage.rss() > ${maxMemoryBytes};
    if (tooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1000 > ${maxCpuMs}) process.kill(process.pid, 'SIGVTALRM');
  }, 10);`;

await new Promise((resolve) => new Worker(watchdog, { eval: true, execArgv: [] }).once('online', resolve));
Object.assign(globalThis, { DOMMatrix: class {} }); // pdf.js demands it when it is loaded, and uses it to draw alone
const { extractTextPages } = await import('./pages.ts');
const { isWord } = await import('./spelling.ts');
// Nothing of the PDF is read before this. A worker would not be bound by the permissions of this process.
process.permission.drop('worker');
process.permission.drop('fs.read');
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const pages = await extractTextPages(Buffer.concat(chunks.splice(0)));
const result = JSON.stringify(Array.isArray(pages) ? readProfile(pages, isWord) : pages);
process.stdout.write(result, () => process.exit(0));
