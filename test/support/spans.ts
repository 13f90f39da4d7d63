// The spans that a test's own process records, in memory, and a picture of a trace.
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { after, before, beforeEach } from 'mocha';

export type RecordedSpans = {
  /** The spans that have ended, of one trace or of all, in the order in which they began. */
  ended(traceId?: string): ReadableSpan[];
};

/** Records the spans of this process during the tests of a file. */
export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  before(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  });
  beforeEach(() => exporter.reset());
  after(() => {
    trace.disable();
    context.disable();
  });
  return {
    ended: (traceId) =>
      exporter
        .getFinishedSpans()
        .filter((span) => traceId === undefined || span.spanContext().traceId === traceId)
        .sort((a, b) => startOf(a) - startOf(b)),
  };
}

/** A line of a picture: `depth` levels below the first span. */
export type TraceLine = { depth: number; span: ReadableSpan };

/** When a span began, in milliseconds. The clocks of two spans differ by up to one; what sends began before what it sent. */
const orderOf = (span: ReadableSpan): number => startOf(span) - (span.kind === SpanKind.PRODUCER ? 1 : 0);

/** The spans of a trace as a tree, each followed by those that it caused. */
export function toTree(spans: readonly ReadableSpan[], parentId?: string, depth = 0): TraceLine[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  return spans
    .filter(({ parentSpanContext: parent }) =>
      parentId === undefined ? !parent || !ids.has(parent.spanId) : parent?.spanId === parentId,
    )
    .sort((one, other) => orderOf(one) - orderOf(other))
    .flatMap((span) => [{ depth, span }, ...toTree(spans, span.spanContext().spanId, depth + 1)]);
}

/** Draws a tree: names, kinds, and when each span began and how long it took, in milliseconds from the first. */
export function draw(lines: readonly TraceLine[]): string {
  const [first] = lines;
  if (!first) return '(no spans)';
  const began = startOf(first.span);
  const width = Math.max(...lines.map(({ depth, span }) => 2 * depth + span.name.length));
  return lines
    .map(({ depth, span }) => {
      const name = `${'  '.repeat(depth)}${span.name}`.padEnd(width + 2);
      const kind = (SpanKind[span.kind] ?? '').toLowerCase().padEnd(8);
      const at = (startOf(span) - began).toFixed(1).padStart(8);
      const took = toMs(span.duration).toFixed(1).padStart(8);
      return `${name}${kind}${at} ms +${took} ms`;
    })
    .join('\n');
}

const toMs = ([seconds, nanoseconds]: readonly [number, number]): number => seconds * 1_000 + nanoseconds / 1e6;
const startOf = (span: ReadableSpan): number => toMs(span.startTime);
