import type { Context } from '@temporalio/activity'
import { defaultPayloadConverter } from '@temporalio/common'
import type { ActivityInboundCallsInterceptor, InjectedSinks } from '@temporalio/worker'
import { idsOfInput } from '../runtime/log-ids.js'
import { idAttributes, inSpan, recordRun, withEmailTraces } from '../runtime/tracing/tracing.js'
import { TRACE_HEADER, type TraceContext, type TraceSinks } from '../workflows/contracts.js'

/** Runs an activity within a span of the trace that its workflow carries; without a trace there is no span. */
export function traceActivity(info: Context['info']): ActivityInboundCallsInterceptor {
  return {
    execute(input, next) {
      const payload = input.headers[TRACE_HEADER]
      if (!payload) return next(input)
      const { traceparent: parent, emails } = defaultPayloadConverter.fromPayload<TraceContext>(payload)
      const attributes = {
        'temporal.workflow.id': info.workflowExecution?.workflowId,
        'temporal.workflow.run_id': info.workflowExecution?.runId,
        'temporal.task_queue': info.taskQueue,
        'temporal.activity.attempt': info.attempt,
        ...idAttributes(idsOfInput(input.args[0])),
      }
      const work = () => withEmailTraces(emails, () => next(input))
      return inSpan(`activity ${info.activityType}`, { kind: 'consumer', parent, attributes }, work)
    },
  }
}

/** Records the ends of workflow runs, which come from the isolate of the workflow. Without traces they are dropped. */
export const traceSinks: InjectedSinks<TraceSinks> = {
  traces: {
    ended: {
      fn: ({ workflowType, workflowId, runId, taskQueue }, { input, ...run }) =>
        recordRun(() => ({
          ...run,
          name: `workflow ${workflowType}`,
          attributes: {
            'temporal.workflow.id': workflowId,
            'temporal.workflow.run_id': runId,
            'temporal.task_queue': taskQueue,
            ...idAttributes(idsOfInput(input)),
          },
        })),
    },
  },
}
