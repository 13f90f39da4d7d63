// Runs one external server, and stops it when the process that started this one is gone, even if that was killed.
//
//   node supervisor.mjs '{"command","args","cwd","logFile","pidFile","commandLineMark"}'
//
// When stdin closes, the server receives SIGTERM and, 25 s later, SIGKILL.
// Stdout carries JSON lines: {"pid"} after the start, {"ended"} with the reason once the server is gone.
import { spawn } from 'node:child_process';
import { openSync, rmSync, writeFileSync } from 'node:fs';

const GRACE_MS = 25_000;

const { command, args, cwd, logFile, pidFile, commandLineMark } = JSON.parse(process.argv[2]);
const owner = process.ppid;
const log = openSync(logFile, 'w');
const server = spawn(command, args, { cwd, stdio: ['ignore', log, log] });
server.on('error', (error) => exit(`could not be started: ${error.message}`));
server.on('exit', (code, signal) => exit(signal ? `was ended by ${signal}` : `ended with code ${code}`));
server.on('spawn', () => {
  writeFileSync(pidFile, JSON.stringify({ owner, supervisor: process.pid, server: server.pid, commandLineMark }));
  report({ pid: server.pid });
});

process.stdout.on('error', () => {}); // the reader is gone; the end of stdin reports the same
process.stdin.on('error', stopServer).on('end', stopServer).on('close', stopServer).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stopServer);

let stopping = false;
function stopServer() {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  setTimeout(() => server.kill('SIGKILL'), GRACE_MS).unref();
}

function report(message, whenWritten) {
  process.stdout.write(JSON.stringify(message) + '\n', whenWritten);
}

function exit(reason) {
  rmSync(pidFile, { force: true });
  report({ ended: reason }, () => process.exit(0));
}
