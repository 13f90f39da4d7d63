// W3C Trace Context (https://www.w3.org/TR/trace-context/): one trace id from a request to the jobs that it causes.
import { randomUUID } from 'node:crypto';

const pattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Continues the trace of a `traceparent` header, or starts one when there is none or it is malformed.
 *
 * @returns a `traceparent` with a new span id
 */
export function continueTrace(header = ''): string {
  const [, traceId = newTraceId(), , flags = '00'] = pattern.exec(header) ?? [];
  return `00-${traceId}-${newSpanId()}-${flags}`;
}

// Node keeps random bytes for UUIDs in stock; randomBytes asks the system for each id, 4 % of a request's processor time.
// All but six of their bits are random, and the last 56, as the specification recommends.
const newTraceId = (): string => randomUUID().replaceAll('-', '');
const newSpanId = (): string => newTraceId().slice(-16);

/** The trace id in a `traceparent`, as logs name it. */
export function getTraceId(traceparent: string | undefined): string | undefined {
  return pattern.exec(traceparent ?? '')?.[1];
}

/** The parts of a `traceparent`; null if it is malformed. `traceFlags` is 1 when the trace is recorded. */
export function parseTraceparent(traceparent = ''): { traceId: string; spanId: string; traceFlags: number } | null {
  const [, traceId, spanId, flags = ''] = pattern.exec(traceparent) ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 } : null;
}
