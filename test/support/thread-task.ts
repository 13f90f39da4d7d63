// The program of a thread that does what it is told.
import { parentPort, workerData } from 'node:worker_threads';

const { task, numbers } = workerData as { task: 'add' | 'throw' | 'fill' | 'spin'; numbers: Uint8Array };
const kept: number[][] = [];
parentPort?.postMessage({ sum: numbers.reduce((sum, one) => sum + one, 0) });
if (task === 'throw') throw new RangeError('It cannot be added.');
while (task === 'fill') kept.push(Array.from({ length: 10_000 }, Math.random));
while (task === 'spin');
