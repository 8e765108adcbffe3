import type { Attributes } from '@opentelemetry/api'
import type { Config } from '../config.js'

/** Options of a span. */
export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  /**
   * The parent span as a `traceparent`; null begins a new trace. If omitted, the parent is the active span; if no span
   * is active, no span is made.
   */
  parent?: string | null | undefined
  /** Further spans that led to this one, each as a `traceparent`. */
  links?: readonly (string | undefined)[]
  attributes?: Attributes
}

/** A span that has not ended. */
export interface OpenSpan {
  set(attributes: Attributes): void
  rename(name: string): void
  /**
   * Marks the work as failed. `type` is a code or the name of an error, never its message, which may quote an address.
   */
  fail(type: string): void
}

/** A workflow run that has ended. Its span covers the run on all workers that took part. */
export interface EndedRun {
  name: string
  parent: string
  span: string
  startedAtMs: number
  endedAtMs: number
  links: readonly string[]
  /** The name of its error. */
  failure?: string | undefined
  attributes: Attributes
}

/** The traces of this process while they are on. */
export interface Tracing {
  inSpan<T>(name: string, options: SpanOptions, work: (span?: OpenSpan) => Promise<T>): Promise<T>
  detached<T>(work: () => T): T
  attach<Work extends (...args: never[]) => unknown>(work: Work): Work
  traceParent(): string | undefined
  logFields(): Record<string, string>
  withEmailTraces<T>(traces: Record<string, string>, work: () => Promise<T>): Promise<T>
  traceOfEmail(emailId: string): string | undefined
  recordRun(run: EndedRun): void
  close(): Promise<void>
}

/** The settings of traces. */
export type TracingSettings = Pick<
  Config,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>
