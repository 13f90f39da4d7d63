// Runs one foreign server and ends it once whoever asked for it is gone, however that one died.
//
//   node supervisor.mjs '{"command","args","cwd","logFile","pidFile","mark"}'
//
// Its stdin is the lifeline: when it closes, the server gets SIGTERM and, 25 s later, SIGKILL.
// On stdout go lines of JSON: {"pid"} once started, {"ended"} with the reason when the server is gone.
import { spawn } from 'node:child_process';
import { openSync, rmSync, writeFileSync } from 'node:fs';

const GRACE_MS = 25_000;

const { command, args, cwd, logFile, pidFile, mark } = JSON.parse(process.argv[2]);
const owner = process.ppid;
const log = openSync(logFile, 'w');
const server = spawn(command, args, { cwd, stdio: ['ignore', log, log] });

server.on('error', (error) => leave(`could not be started: ${error.message}`));
server.on('exit', (code, signal) => leave(signal ? `was ended by ${signal}` : `ended with code ${code}`));
server.on('spawn', () => {
  writeFileSync(pidFile, JSON.stringify({ owner, supervisor: process.pid, server: server.pid, mark }));
  report({ pid: server.pid });
});

process.stdout.on('error', () => {}); // nobody listens any more: the lifeline says the same
process.stdin.on('error', endServer).on('end', endServer).on('close', endServer).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, endServer);

let ending = false;
function endServer() {
  if (ending) return;
  ending = true;
  server.kill('SIGTERM');
  setTimeout(() => server.kill('SIGKILL'), GRACE_MS).unref();
}

function report(message) {
  process.stdout.write(JSON.stringify(message) + '\n');
}

function leave(reason) {
  rmSync(pidFile, { force: true });
  process.stdout.write(JSON.stringify({ ended: reason }) + '\n', () => process.exit(0));
}
