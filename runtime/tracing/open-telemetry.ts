import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { Resource } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type ReadableSpan,
  type Sampler,
} from '@opentelemetry/sdk-trace-base'
import { withinTime } from '../concurrency/within-time.js'
import { logSeldom } from '../log-seldom.js'
import { VERSION } from '../version.js'
import { formatTraceParent, parseTraceParent } from './trace-parent.js'
import type { EndedRun, OpenSpan, SpanOptions, Tracing, TracingSettings } from './types.js'

const FLUSH_MS = 2_000
const COMPLAIN_EVERY_MS = 60_000
const LIBRARY = { name: 'posthorn', version: VERSION }
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
const EMAIL_TRACES = createContextKey('traces of emails')

/**
 * Sends traces to the collector of the settings. While the collector is away, spans that do not fit into the SDK's
 * queue (2,048 spans by default) are dropped.
 */
export function createTracing(
  settings: TracingSettings,
  process: { service: string; onFailure: (error: unknown) => void },
): Tracing {
  const complain = logSeldom(COMPLAIN_EVERY_MS)
  setGlobalErrorHandler((error) => complain(() => process.onFailure(error)))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({
    url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? ''}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
  })
  const processor = new BatchSpanProcessor(exporter)
  const resource = new Resource({
    'service.version': VERSION,
    ...settings.OTEL_RESOURCE_ATTRIBUTES,
    'service.name': settings.OTEL_SERVICE_NAME ?? process.service,
  })
  const provider = new BasicTracerProvider({ resource, sampler: samplerOf(settings), spanProcessors: [processor] })
  const tracer = provider.getTracer(LIBRARY.name, LIBRARY.version)

  return {
    inSpan(name, options, work) {
      const around = contextOf(options)
      if (!around) return work()
      const { kind, attributes = {} } = options
      const span = tracer.startSpan(
        name,
        { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes, links: linksOf(options) },
        around,
      )
      return context.with(trace.setSpan(around, span), () => endingWith(span, work))
    },
    attach: (work) => context.bind(context.active(), work),
    detached: (work) => context.with(ROOT_CONTEXT, work),
    traceParent() {
      const active = trace.getActiveSpan()
      return active && formatTraceParent(active.spanContext())
    },
    logFields(): Record<string, string> {
      const active = trace.getActiveSpan()?.spanContext()
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
    },
    withEmailTraces: (traces, work) => context.with(context.active().setValue(EMAIL_TRACES, traces), work),
    traceOfEmail(emailId) {
      const traces = context.active().getValue(EMAIL_TRACES) as Record<string, string> | undefined
      return traces?.[emailId]
    },
    recordRun(run) {
      const ended = readableSpan(run, provider.resource)
      if (ended) processor.onEnd(ended)
    },
    close: () => withinTime(provider.shutdown(), FLUSH_MS, 'Not in time').catch(() => undefined),
  }
}

/** The context in which a span begins; undefined if there is to be no span. */
function contextOf({ parent }: SpanOptions): Context | undefined {
  const active = context.active()
  if (parent === undefined) return trace.getSpan(active) ? active : undefined
  if (parent === null) return trace.deleteSpan(active)
  const remote = parseTraceParent(parent)
  return remote && trace.setSpanContext(active, remote)
}

/** The links of a span: the given ones, and the active span if the new span belongs to another trace. */
function linksOf({ parent, links = [] }: SpanOptions): Link[] {
  const active = trace.getActiveSpan()?.spanContext()
  const isElsewhere = active && parent !== undefined && parseTraceParent(parent)?.traceId !== active.traceId
  const contexts = links.flatMap((link) => parseTraceParent(link) ?? [])
  return [...contexts, ...(isElsewhere ? [active] : [])].map((context) => ({ context }))
}

async function endingWith<T>(span: Span, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const fail = (type: string): void => {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', type)
  }
  try {
    return await work({
      set: (attributes) => void span.setAttributes(attributes),
      rename: (name) => void span.updateName(name),
      fail,
    })
  } catch (error) {
    fail(typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

// The message is left out, because it may quote an address.
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name
}

/**
 * The span of a run in the SDK's form. Its ids are fixed beforehand, and a tracer cannot create a span with given ids.
 */
function readableSpan(run: EndedRun, resource: Resource): ReadableSpan | undefined {
  const parent = parseTraceParent(run.parent)
  const span = parseTraceParent(run.span)
  if (!parent || !span || !(span.traceFlags & TraceFlags.SAMPLED)) return undefined
  const failure = run.failure === undefined ? {} : { 'error.type': run.failure }
  return {
    name: run.name,
    kind: SpanKind.CONSUMER,
    spanContext: () => span,
    parentSpanId: parent.spanId,
    startTime: [Math.floor(run.startedAtMs / 1_000), (run.startedAtMs % 1_000) * 1e6],
    endTime: [Math.floor(run.endedAtMs / 1_000), (run.endedAtMs % 1_000) * 1e6],
    duration: [
      Math.floor((run.endedAtMs - run.startedAtMs) / 1_000),
      ((run.endedAtMs - run.startedAtMs) % 1_000) * 1e6,
    ],
    status: { code: run.failure === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    attributes: { ...run.attributes, ...failure },
    links: run.links.flatMap((link) => parseTraceParent(link) ?? []).map((context) => ({ context })),
    events: [],
    ended: true,
    resource,
    instrumentationLibrary: LIBRARY,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingSettings): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
