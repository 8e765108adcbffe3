import { z } from 'zod'
import { EXECUTION_FILTERS, EXECUTION_STATUSES, RETRIED_VERSIONS } from '../../models/domain/execution-status.js'
import { isNestedWithin } from '../../models/domain/nesting.js'
import { STEP_TYPES } from '../../models/domain/workflow-graph.js'
import { DateTime } from './date.js'
import { EXAMPLE_IDS, Id, idOf, resourceId } from './ids.js'
import { CursorQuery, offsetList, OffsetQuery } from './pagination.js'

const MAX_CONTEXT_BYTES = 64 * 1024
const MAX_CONTEXT_LEVELS = 20

const Json = z.record(z.string(), z.unknown())
const StepSummary = z
  .object({ id: idOf('step'), name: z.string(), type: z.enum(STEP_TYPES) })
  .meta({ id: 'StepSummary' })

/** The path of one execution. */
export const ExecutionParams = z.object({ id: resourceId('workflow'), executionId: resourceId('execution') })

/** An execution as the API shows it. */
export const ExecutionResponse = z
  .object({
    id: idOf('execution'),
    workflowId: idOf('workflow'),
    workflowVersion: z.int().meta({ examples: [1] }),
    contactId: idOf('contact'),
    status: z.enum(EXECUTION_STATUSES),
    currentStepId: idOf('step').nullable(),
    exitReason: z.string().nullable(),
    context: Json.meta({ examples: [{ orderId: '4711' }] }),
    sourceEventId: idOf('event').nullable(),
    startedAt: DateTime,
    completedAt: DateTime.nullable(),
    wakeAt: DateTime.nullable(),
    temporalWorkflowId: z.string().meta({ examples: [`execution:${EXAMPLE_IDS.execution}`] }),
  })
  .meta({ id: 'Execution' })

/** An execution in a list, with its contact, which is null once deleted, and its current step. */
export const ExecutionListItem = ExecutionResponse.extend({
  contact: z
    .object({ id: idOf('contact'), email: z.string() })
    .meta({ title: 'ContactSummary' })
    .nullable(),
  currentStep: StepSummary.nullable(),
}).meta({ id: 'ListedExecution' })

/** A page of executions; `executions` repeats `data` for older clients. */
export const ExecutionList = offsetList(ExecutionListItem)
  .extend({ executions: z.array(ExecutionListItem).meta({ deprecated: true }) })
  .meta({ id: 'ExecutionList' })

/** One execution with the steps it passed; the last one is the current step until the execution ends. */
export const ExecutionDetail = ExecutionListItem.extend({
  workflow: z.object({ id: idOf('workflow'), name: z.string() }),
  stepExecutions: z.array(
    z.object({
      id: z.string(),
      executionId: z.string(),
      stepId: z.string(),
      sequence: z.int(),
      status: z.enum(['PENDING', 'RUNNING', 'WAITING', 'COMPLETED', 'SKIPPED', 'FAILED']),
      branch: z.string().nullable().meta({
        description: 'The branch the step took. Null for a step with a single outcome.',
      }),
      output: Json.nullable(),
      error: z.string().nullable(),
      attempts: z.int(),
      startedAt: DateTime.nullable(),
      completedAt: DateTime.nullable(),
      step: StepSummary.nullable(),
    }),
  ),
}).meta({ id: 'ExecutionDetail' })

/** The number of active executions that were cancelled, and the job that updates their records. */
export const ExecutionsCancelled = z
  .object({
    cancelled: z
      .int()
      .min(0)
      .meta({ examples: [12] }),
    jobId: idOf('job'),
  })
  .meta({ id: 'ExecutionsCancelled' })

/** The number of executions that had failed, and the job that retries them. */
export const FailedExecutionsRetried = z
  .object({
    failed: z
      .int()
      .min(0)
      .meta({ examples: [12] }),
    jobId: idOf('job'),
  })
  .meta({ id: 'FailedExecutionsRetried' })

/** The contact to start a workflow for, and the context, which templates and conditions read as `event`. */
export const NewExecution = z
  .object({
    contactId: Id,
    context: Json.default({})
      .refine((context) => isNestedWithin(context, MAX_CONTEXT_LEVELS), {
        error: `A context can be nested at most ${MAX_CONTEXT_LEVELS} levels deep`,
        params: { code: 'too_big' },
      })
      .refine((context) => Buffer.byteLength(JSON.stringify(context)) <= MAX_CONTEXT_BYTES, {
        error: `A context can be at most ${MAX_CONTEXT_BYTES / 1024} KB as JSON`,
        params: { code: 'too_big' },
      }),
  })
  .meta({ id: 'ExecutionInput' })

/** The version in which a failed execution is retried. */
export const ExecutionRetry = z
  .object({
    version: z.enum(RETRIED_VERSIONS).default('pinned').meta({
      description: 'The version of the execution, or the currently published version.',
    }),
  })
  .meta({ id: 'ExecutionRetry' })

/** The query of the list of a workflow's executions. */
export const ExecutionListQuery = OffsetQuery.extend({
  status: z.enum(EXECUTION_STATUSES).optional(),
  contactId: Id.optional(),
})

/** The query of GET /executions. */
export const AllExecutionsQuery = CursorQuery.extend({
  contactId: Id.optional(),
  workflowId: Id.optional(),
  stepId: Id.optional(),
  version: z.coerce.number().int().min(1).optional().meta({ description: 'Requires `workflowId`.' }),
  id: Id.optional().meta({ description: 'Finds one execution by its id.' }),
  status: z.enum(EXECUTION_FILTERS).optional().meta({ description: '`ACTIVE` stands for `RUNNING` and `WAITING`.' }),
}).refine(({ version, workflowId }) => version === undefined || workflowId !== undefined, {
  path: ['version'],
  error: 'Versions belong to a workflow. Add `workflowId`',
})
