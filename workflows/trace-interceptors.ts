import { defaultPayloadConverter, type Headers } from '@temporalio/common'
import { ContinueAsNew, proxySinks, workflowInfo, type WorkflowInterceptors } from '@temporalio/workflow'
import { TRACE_HEADER, type TraceContext, type RunTrace, type TraceSinks } from './contracts.js'

const MAX_LINKS = 32

/**
 * Carries the trace of a run from its start to its activities and child workflows. A run without a trace awaits no
 * additional promise, so that the history of a run does not depend on whether traces are on. The isolate does not load
 * OpenTelemetry, because every run would load it anew (10 ms of processor time, as measured).
 */
export const interceptors = (): WorkflowInterceptors => {
  let traceContext: TraceContext | undefined
  let parent: string | undefined
  const links: string[] = []
  const withTrace = <Input extends { headers: Headers }>(input: Input, emailId?: string): Input => {
    if (!traceContext) return input
    const ofEmail = emailId === undefined ? undefined : traceContext.emails?.[emailId]
    return { ...input, headers: { ...input.headers, ...headerOf(ofEmail ? { traceparent: ofEmail } : traceContext) } }
  }
  return {
    inbound: [
      {
        execute(input, next) {
          const from = traceContextIn(input.headers)
          if (!from) return next(input)
          parent = from.traceparent
          traceContext = { ...from, traceparent: traceParentOfRun(from.traceparent) }
          const run = { parent, span: traceContext.traceparent, startedAtMs: Date.now(), links }
          return recordEnd({ ...run, input: input.args[0] }, () => next(input))
        },
        handleSignal(input, next) {
          const from = traceContextIn(input.headers)?.traceparent
          // The signal that comes with the start has the header of the start.
          if (from && from !== parent && !links.includes(from) && links.length < MAX_LINKS) links.push(from)
          return next(input)
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withTrace(input)),
        scheduleLocalActivity: (input, next) => next(withTrace(input)),
        startChildWorkflowExecution: (input, next) => next(withTrace(input, emailIdIn(input.options.args[0]))),
        continueAsNew: (input, next) => next(withTrace(input)),
      },
    ],
  }
}

async function recordEnd(run: Omit<RunTrace, 'endedAtMs' | 'failure'>, work: () => Promise<unknown>): Promise<unknown> {
  const { ended } = proxySinks<TraceSinks>().traces
  const record = (failure?: string): void => ended({ ...run, endedAtMs: Date.now(), ...(failure ? { failure } : {}) })
  try {
    const result = await work()
    record()
    return result
  } catch (error) {
    record(error instanceof ContinueAsNew || !(error instanceof Error) ? undefined : error.name)
    throw error
  }
}

/**
 * The span of this run. Its id is taken from the id of the run, so that every worker that replays the run computes the
 * same.
 */
function traceParentOfRun(parent: string): string {
  const [version = '', traceId = '', , flags = ''] = parent.split('-')
  return [version, traceId, workflowInfo().runId.replaceAll('-', '').slice(-16), flags].join('-')
}

function traceContextIn(headers: Headers): TraceContext | undefined {
  const payload = headers[TRACE_HEADER]
  if (!payload) return undefined
  const traceContext: unknown = defaultPayloadConverter.fromPayload(payload)
  const isOurs = typeof traceContext === 'object' && traceContext !== null && 'traceparent' in traceContext
  return isOurs && typeof traceContext.traceparent === 'string' ? (traceContext as TraceContext) : undefined
}

function headerOf(traceContext: TraceContext): Headers {
  return { [TRACE_HEADER]: defaultPayloadConverter.toPayload(traceContext) }
}

function emailIdIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('emailId' in input)) return undefined
  return typeof input.emailId === 'string' ? input.emailId : undefined
}
