// Spans, through the API of OpenTelemetry. Without an SDK (see open-telemetry.ts) they are empty and cost next to nothing.
import { randomUUID } from 'node:crypto';
import {
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

export type { Span } from '@opentelemetry/api';

/** The place in a trace where work was asked for. Work that several asked for has several, see `joinOrigins`. */
export type Origin = Context;

type SpanOptions = {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Ids, names from the code, numbers: never a name, an address or a text of a person. */
  attributes?: Attributes;
  /** Default: where the caller is. */
  origin?: Origin;
  /** Whether the span may begin a trace. Without it, work outside every trace has no span. */
  isRoot?: boolean;
  /** When the work began, in milliseconds of `performance.now()`; default now. */
  startTime?: number;
};

const tracerName = 'team-check-in';
/** What the SDK keeps of the links of a span. */
const maxLinks = 128;
const callersKey = createContextKey('spans of the callers of shared work');
const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
const kinds: Record<NonNullable<SpanOptions['kind']>, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Where the caller is in a trace. */
export const getOrigin = (): Origin => context.active();

/** Runs `work` as if it was asked for at `origin`. */
export const runAt = <T>(origin: Origin, work: () => T): T => context.with(origin, work);

/** The origin that a `traceparent` names; outside every trace if it is absent or malformed. */
export function parseOrigin(traceparent: string | undefined): Origin {
  const parent = parseTraceparent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

/**
 * The origin of work that is done once for several callers. Its span belongs to the trace of one of them, one that is
 * recorded if any is, and links to the spans of all, of 128 at most. Several events of one request are one caller.
 */
export function joinOrigins(origins: readonly Origin[]): Origin {
  const callers = [...new Map(origins.flatMap(listCallers).map((span) => [span.spanContext().spanId, span])).values()];
  const first = callers.find(isSampled) ?? callers[0];
  if (!first) return ROOT_CONTEXT;
  const joined = trace.setSpan(ROOT_CONTEXT, first);
  return callers.length > 1 ? joined.setValue(callersKey, callers) : joined;
}

/**
 * Opens a span, which the caller ends, and returns it with the origin of the work in it. The spans of other callers of
 * shared work get a link to it.
 */
export function openSpan(name: string, options: SpanOptions): { span: Span; origin: Origin } {
  const { kind = 'internal', attributes = {}, origin = context.active(), isRoot = false, startTime } = options;
  const parent = trace.getSpan(origin);
  if (!parent && !isRoot) return { span: noSpan, origin };
  const callers = listCallers(origin);
  const links =
    callers.length > 1 ? callers.slice(0, maxLinks).map((caller) => ({ context: caller.spanContext() })) : [];
  const started = { kind: kinds[kind], attributes, links, ...(startTime !== undefined && { startTime }) };
  const span = trace.getTracer(tracerName).startSpan(name, started, origin);
  for (const caller of callers)
    if (caller !== parent && caller.isRecording()) caller.addLink({ context: span.spanContext() }); // it may have timed out
  return { span, origin: trace.setSpan(origin.deleteValue(callersKey), span) };
}

/** Runs `work` in a span that ends with it. An error marks the span, by its code alone, and is rethrown. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const { span, origin } = openSpan(name, options);
  if (span === noSpan) return work(span);
  try {
    return await context.with(origin, work, undefined, span);
  } catch (error) {
    markFailed(span, nameError(error));
    throw error;
  } finally {
    span.end();
  }
}

/** @param type a code or a class of errors; a message could quote personal text */
export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The code of an error, otherwise its class. */
export function nameError(error: unknown): string {
  const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : name;
}

/** The `traceparent` of a span that is recorded; otherwise one that continues `before`. */
export function getTraceparent(span: Span, before?: string): string {
  if (!span.isRecording()) return continueTrace(before);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function listCallers(origin: Origin): readonly Span[] {
  const callers = origin.getValue(callersKey) as readonly Span[] | undefined;
  if (callers) return callers;
  const span = trace.getSpan(origin);
  return span ? [span] : [];
}

const isSampled = (span: Span): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** W3C Trace Context (https://www.w3.org/TR/trace-context/): one trace id from a request to the jobs that it causes. */
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Continues the trace of a `traceparent` header, or starts one when there is none or it is malformed.
 *
 * @returns a `traceparent` with a new span id
 */
export function continueTrace(header = ''): string {
  const [, traceId = newTraceId(), , flags = '00'] = traceparentPattern.exec(header) ?? [];
  return `00-${traceId}-${newSpanId()}-${flags}`;
}

// Node keeps random bytes for UUIDs in stock; randomBytes asks the system for each id, 4 % of a request's processor time.
// All but six of their bits are random, and the last 56, as the specification recommends.
const newTraceId = (): string => randomUUID().replaceAll('-', '');
const newSpanId = (): string => newTraceId().slice(-16);

/** The trace id in a `traceparent`, as logs name it. */
export function getTraceId(traceparent: string | undefined): string | undefined {
  return traceparentPattern.exec(traceparent ?? '')?.[1];
}

/** The parts of a `traceparent`; null if it is malformed. `traceFlags` is 1 when the trace is recorded. */
export function parseTraceparent(traceparent = ''): { traceId: string; spanId: string; traceFlags: number } | null {
  const [, traceId, spanId, flags = ''] = traceparentPattern.exec(traceparent) ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 } : null;
}
