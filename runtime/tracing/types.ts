import type { Attributes } from '@opentelemetry/api'
import type { Config } from '../config.js'

/** How a span is made. */
export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  /**
   * The span that this one belongs to, as a `traceparent`; null begins a trace. Without it the span belongs to the
   * active one, and where none is active there is none.
   */
  parent?: string | null | undefined
  /** Further spans that led to this one, each as a `traceparent`. */
  links?: readonly (string | undefined)[]
  attributes?: Attributes
}

/** A span that is under way. */
export interface OpenSpan {
  set(attributes: Attributes): void
  rename(name: string): void
  /** Marks the work as failed, by a code or the name of an error: its message may quote an address. */
  fail(type: string): void
}

/** A workflow run that has ended: its span covers all of its workers. */
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
