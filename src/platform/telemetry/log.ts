// The log of a process as JSON lines with its version. Errors are logged with a stack trace, except outages of other
// servers.
import pino, { type Logger } from 'pino';
import { ApiError } from '../errors.ts';
import { readVersion } from '../lib/project-folder.ts';

export function openLog(process: 'api' | 'worker', level: string): Logger {
  return pino({ level, base: { process, version: readVersion() }, serializers: { err: describeError } });
}

export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!isOutage(error)) return pino.stdSerializers.err(error);
  const { code } = error as { code?: string };
  return {
    type: error.name,
    code,
    message: error.message,
    ...(error.cause instanceof Error && { cause: describeCause(error.cause) }),
  };
}

const unreachableCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether another server did not answer. Our stack trace would not help; the log of that server explains it. */
function isOutage(error: Error): boolean {
  if (error instanceof ApiError) return error.status === 503;
  if (error instanceof AggregateError) return error.errors.every((inner) => inner instanceof Error && isOutage(inner));
  return unreachableCodes.test((error as { code?: string }).code ?? '');
}

function describeCause(cause: Error): object {
  const { code } = cause as { code?: string };
  return { code, message: cause.message };
}
