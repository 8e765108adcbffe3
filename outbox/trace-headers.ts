import type { ClientOptions } from '@temporalio/client'
import { defaultPayloadConverter, type Headers } from '@temporalio/common'
import { isTracing, traceParent } from '../runtime/tracing/tracing.js'
import { TRACE_HEADER, type TraceContext } from '../workflows/contracts.js'

// The key is the input of a start, because the client passes no other value of ours to its interceptors.
const emailTraces = new WeakMap<object, Record<string, string>>()

/** Lets the start with this input carry the traces of its emails. */
export function carryEmailTraces(input: object, traces: Record<string, string>): void {
  emailTraces.set(input, traces)
}

/** Puts the active span into the headers of what the client starts and signals. */
export function traceInterceptors(): Pick<ClientOptions, 'interceptors'> {
  if (!isTracing()) return {}
  return {
    interceptors: {
      workflow: [
        {
          startWithDetails: (input, next) =>
            next({ ...input, headers: withTrace(input.headers, input.options.args[0]) }),
          signalWithStart: (input, next) =>
            next({ ...input, headers: withTrace(input.headers, input.options.args[0]) }),
          signal: (input, next) => next({ ...input, headers: withTrace(input.headers) }),
        },
      ],
    },
  }
}

function withTrace(headers: Headers, input?: unknown): Headers {
  const traceparent = traceParent()
  if (!traceparent) return headers
  const emails = typeof input === 'object' && input !== null ? emailTraces.get(input) : undefined
  const carried: TraceContext = { traceparent, ...(emails ? { emails } : {}) }
  return { ...headers, [TRACE_HEADER]: defaultPayloadConverter.toPayload(carried) }
}
