import type { Attributes } from '@opentelemetry/api'
import type { LogIds } from '../log-ids.js'
import { inThisRequest, outsideRequests } from '../request-scope.js'
import type { EndedRun, OpenSpan, SpanOptions, Tracing, TracingSettings } from './types.js'

let tracing: Tracing | undefined

/**
 * Turns traces on for this process if the settings name a collector; otherwise OpenTelemetry is not loaded. Call it
 * before a logger is created. `onFailure` is called once a minute at most while the collector does not take spans.
 */
export async function startTracing(
  settings: TracingSettings,
  process: { service: string; onFailure: (error: unknown) => void },
): Promise<void> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const { createTracing } = await import('./open-telemetry.js')
  tracing = createTracing(settings, process)
}

/** Sends the last spans to the collector, for two seconds at most. */
export async function stopTracing(): Promise<void> {
  await tracing?.close()
}

/** Whether traces are on. */
export function isTracing(): boolean {
  return tracing !== undefined
}

/** Runs `work` within a span, which fails when `work` throws. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span?: OpenSpan) => Promise<T>): Promise<T> {
  return tracing ? tracing.inSpan(name, options, work) : work()
}

/**
 * Runs `work`, which serves several callers, outside of the request and the trace of the caller that happens to begin
 * it.
 */
export function detached<T>(work: () => T): T {
  return outsideRequests(() => (tracing ? tracing.detached(work) : work()))
}

/** Binds `work` to the current request and trace, for code that another request may run. */
export function attach<Work extends (...args: never[]) => unknown>(work: Work): Work {
  return inThisRequest(tracing ? tracing.attach(work) : work)
}

/** The active span as a `traceparent`, to be stored or sent with the work that it sets off. */
export function traceParent(): string | undefined {
  return tracing?.traceParent()
}

/** The ids of the active span, for a log line. */
export function traceFields(): Record<string, string> {
  return tracing ? tracing.logFields() : {}
}

/** Runs `work` on emails of different traces; see `traceOfEmail`. */
export function withEmailTraces<T>(traces: Record<string, string> | undefined, work: () => Promise<T>): Promise<T> {
  return tracing && traces ? tracing.withEmailTraces(traces, work) : work()
}

/** The trace of an email, inside of `withEmailTraces`; undefined elsewhere. */
export function traceOfEmail(emailId: string): string | undefined {
  return tracing?.traceOfEmail(emailId)
}

/** Records the span of a workflow run that has ended. */
export function recordRun(run: () => EndedRun): void {
  tracing?.recordRun(run())
}

/** The ids of a piece of work as attributes of its span: `projectId` becomes `posthorn.project.id`. */
export function idAttributes(ids: LogIds): Attributes {
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      `posthorn.${name.replace(/Id(s?)$/, '.id$1').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      typeof id === 'string' ? id : [...id],
    ]),
  )
}
