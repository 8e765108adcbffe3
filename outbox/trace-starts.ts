import { idsOfInput } from '../runtime/log-ids.js'
import { idAttributes, inSpan, isTracing } from '../runtime/tracing/tracing.js'
import type { SpanOptions } from '../runtime/tracing/types.js'
import type { Start, Temporal } from './temporal.js'
import { carryEmailTraces } from './trace-headers.js'

/** The same Temporal, with a span for each start and signal while traces are on; a start without a trace begins one. */
export function withSpans(temporal: Temporal): Temporal {
  if (!isTracing()) return temporal
  return {
    ...temporal,
    start: (start) => inSpan(`start ${start.type}`, optionsOf(start), () => temporal.start(start)),
    signalWithStart: (start, signal, payload) =>
      inSpan(`start ${start.type}`, optionsOf(start), () => temporal.signalWithStart(start, signal, payload)),
    signal(id, signal, payload, trace) {
      const options = { kind: 'producer', parent: trace, attributes: { 'temporal.workflow.id': id } } as const
      return inSpan(`signal ${signal}`, options, () => temporal.signal(id, signal, payload))
    },
  }
}

function optionsOf({ id, input, projectId, trace, emailTraces: ofEmails }: Start): SpanOptions {
  if (ofEmails) carryEmailTraces(input, ofEmails)
  return {
    kind: 'producer',
    parent: trace ?? null,
    links: [...new Set(Object.values(ofEmails ?? {}))],
    attributes: {
      'temporal.workflow.id': id,
      ...idAttributes({ ...(projectId ? { projectId } : {}), ...idsOfInput(input) }),
    },
  }
}
