import { defaultPayloadConverter, type Headers } from '@temporalio/common'
import { ContinueAsNew, proxySinks, workflowInfo, type WorkflowInterceptors } from '@temporalio/workflow'
import { TRACE_HEADER, type Carried, type RunTrace, type TraceSinks } from './contracts.js'

const MAX_LINKS = 32

/**
 * Carries the trace of a run from its start to its activities and child workflows. A run without a trace passes through
 * unchanged, without a promise more, so that the history of a run does not depend on whether traces are on. OpenTelemetry
 * itself stays outside: every run would load it into the isolate anew (10 ms of processor time, as measured).
 */
export const interceptors = (): WorkflowInterceptors => {
  let carried: Carried | undefined
  let parent: string | undefined
  const links: string[] = []
  const onward = <Input extends { headers: Headers }>(input: Input, emailId?: string): Input => {
    if (!carried) return input
    const own = emailId === undefined ? undefined : carried.emails?.[emailId]
    return { ...input, headers: { ...input.headers, ...headerOf(own ? { traceparent: own } : carried) } }
  }
  return {
    inbound: [
      {
        execute(input, next) {
          const from = carriedIn(input.headers)
          if (!from) return next(input)
          parent = from.traceparent
          carried = { ...from, traceparent: ownTraceParent(from.traceparent) }
          const run = { parent, own: carried.traceparent, startedAtMs: Date.now(), links }
          return tellingEnd({ ...run, input: input.args[0] }, () => next(input))
        },
        handleSignal(input, next) {
          const from = carriedIn(input.headers)?.traceparent
          // The signal that comes with the start has the header of the start.
          if (from && from !== parent && !links.includes(from) && links.length < MAX_LINKS) links.push(from)
          return next(input)
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(onward(input)),
        scheduleLocalActivity: (input, next) => next(onward(input)),
        startChildWorkflowExecution: (input, next) => next(onward(input, emailIdIn(input.options.args[0]))),
        continueAsNew: (input, next) => next(onward(input)),
      },
    ],
  }
}

async function tellingEnd(
  run: Omit<RunTrace, 'endedAtMs' | 'failure'>,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { ended } = proxySinks<TraceSinks>().traces
  const tell = (failure?: string): void => ended({ ...run, endedAtMs: Date.now(), ...(failure ? { failure } : {}) })
  try {
    const result = await work()
    tell()
    return result
  } catch (error) {
    tell(error instanceof ContinueAsNew || !(error instanceof Error) ? undefined : error.name)
    throw error
  }
}

/** The span of this run: its id is a part of the run's, so that every worker that replays the run finds the same. */
function ownTraceParent(parent: string): string {
  const [version = '', traceId = '', , flags = ''] = parent.split('-')
  return [version, traceId, workflowInfo().runId.replaceAll('-', '').slice(-16), flags].join('-')
}

function carriedIn(headers: Headers): Carried | undefined {
  const payload = headers[TRACE_HEADER]
  if (!payload) return undefined
  const carried: unknown = defaultPayloadConverter.fromPayload(payload)
  const isOurs = typeof carried === 'object' && carried !== null && 'traceparent' in carried
  return isOurs && typeof carried.traceparent === 'string' ? (carried as Carried) : undefined
}

function headerOf(carried: Carried): Headers {
  return { [TRACE_HEADER]: defaultPayloadConverter.toPayload(carried) }
}

function emailIdIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('emailId' in input)) return undefined
  return typeof input.emailId === 'string' ? input.emailId : undefined
}
