// Sends the spans of this process to an OpenTelemetry collector. The SDK is loaded only where one is configured.
import { randomUUID } from 'node:crypto';
import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { waitAtMost } from '../lib/timeouts.ts';
import { nameError } from './spans.ts';

/** Settings, named as the environment variables. */
type TracingConfig = { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined; OTEL_TRACES_SAMPLER_ARG: number };
type Tracing = {
  /** Sends what is left, within three seconds, and stops. */
  stop(): Promise<void>;
};

const exportWithinMs = 5_000;
const flushWithinMs = 3_000;
const maxLoggedLength = 300;

/**
 * Starts to record traces and to send them over OTLP (HTTP, protobuf); does nothing without an endpoint. A trace that
 * began elsewhere is recorded if it is recorded there. Of the other traces, the share OTEL_TRACES_SAMPLER_ARG is recorded. Spans
 * that the collector does not accept are dropped, and a request never waits for the collector. The SDK reads OTEL_EXPORTER_OTLP_HEADERS
 * and OTEL_RESOURCE_ATTRIBUTES itself. If it refuses its settings, the service runs untraced and logs a warning.
 *
 * @param process the last part of `service.name`
 */
export async function startTracing(
  process: 'api' | 'worker',
  version: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig,
  log: Logger,
): Promise<Tracing> {
  if (!endpoint) return { stop: () => Promise.resolve() };
  const [{ AsyncLocalStorageContextManager }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const own = {
    'service.name': `team-check-in-${process}`,
    'service.version': version,
    'service.instance.id': randomUUID(),
  };
  const createProvider = () =>
    new sdk.TracerProvider({
      resource: resources
        .resourceFromAttributes(own)
        .merge(resources.detectResources({ detectors: [resources.envDetector] })),
      sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
      spanProcessors: [
        new sdk.BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportWithinMs }),
        }),
      ],
    });
  let provider: ReturnType<typeof createProvider>;
  try {
    provider = createProvider();
  } catch (error) {
    log.warn({ reason: nameError(error) }, 'nothing is traced: the SDK refuses the OTEL_ variables'); // a message quotes them
    return { stop: () => Promise.resolve() };
  }
  diag.setLogger(createDiagnosticLog(log), { logLevel: DiagLogLevel.WARN });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  log.info('traces are sent to the collector');
  return {
    stop: () =>
      waitAtMost(
        flushWithinMs,
        provider.shutdown(),
        () => new Error('The collector did not take the last spans.'),
      ).catch((error: unknown) => log.warn({ err: error }, 'traces not sent')),
  };
}

/** What the SDK reports: lost spans, which are failed exports and a full queue, and everything else. */
function createDiagnosticLog(log: Logger) {
  const ignore = (): void => undefined;
  const warn = (text: string): void => {
    const [, exportError] = /^\{.*?"message":"([^"]*)/.exec(text) ?? []; // the error of an export arrives as JSON
    const isLoss = exportError !== undefined || /^Dropped \d+ spans /.test(text);
    const reason = (exportError ?? text).slice(0, maxLoggedLength);
    log.warn({ reason }, isLoss ? 'traces not sent' : 'tracing warning');
  };
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}
