// The log of a process: JSON lines. What is out of reach for now is said without a stack trace, a fault of ours with one.
import pino, { type Logger } from 'pino';
import { ApiError } from './errors.ts';

/** Opens the log of the API or of the worker, on stdout. */
export function openLog(process: 'api' | 'worker', level: string): Logger {
  return pino({ level, base: { process }, serializers: { err: describeError } });
}

/** An error as a log line shows it. */
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

/** Says that another server did not answer, which its own log explains. */
function isOutage(error: Error): boolean {
  if (error instanceof ApiError) return error.status === 503;
  if (error instanceof AggregateError) return error.errors.every((one) => one instanceof Error && isOutage(one));
  return unreachableCodes.test((error as { code?: string }).code ?? '');
}

function describeCause(cause: Error): object {
  const { code } = cause as { code?: string };
  return { code, message: cause.message };
}
