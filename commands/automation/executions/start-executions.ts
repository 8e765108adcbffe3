import { enterStep } from '../../../models/domain/enter-step.js'
import { escapeData } from '../../../models/domain/fields.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { firstStep } from '../../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import type { OutboxEntry } from '../../../models/outbox-entry.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { isolateFailures } from '../../../runtime/concurrency/isolate-failures.js'
import { newId } from '../../../runtime/ids.js'
import { countExecutionsEnded, countExecutionStarted } from '../../../runtime/metrics/work.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { updateEach } from '../../../models/update-each.js'
import { storeEntries } from '../../base/outbox/set-off.js'
import { confirmStarts } from './confirm-starts.js'
import { countSteps } from './count-steps.js'
import { countedOfStarts } from './counted-steps.js'
import { ASSUMED_ZONE } from './first-delay.js'
import { recordIgnored } from './record-ignored.js'
import { releaseActiveKey } from './release-active-key.js'

/** A start of a workflow for a contact. */
export interface Start {
  /** The id of the execution, set when the start may be repeated: an execution with this id is created once. */
  id?: string
  contactId: string
  /** The data of the trigger event or of the caller; keys as they were sent. */
  context: Record<string, unknown>
  sourceEventId: string | null
  /**
   * When the trigger event was stored or the schedule came due; if omitted, the time at which the execution is stored.
   * Waits see events since then.
   */
  since?: Date | undefined
  depth: number
  /** The span that led to the start. */
  trace?: string | undefined
}

type Draft = ReturnType<typeof draftOf>

/** Starts a workflow for one contact, as `startExecutions` does; null where no execution began. */
export async function startExecution({
  workflow,
  ...start
}: Start & { workflow: WorkflowRecord }): Promise<ExecutionRecord | null> {
  const [execution = null] = await startExecutions(workflow, [start])
  return execution
}

/**
 * Starts a workflow for contacts of its project: one transaction creates their executions and one outbox entry. No
 * execution is created when the rules of re-entry forbid it (the activity of the contact shows that), for an event that
 * has started one before, or when the contact or the workflow has just been deleted or disabled. Unique indexes enforce
 * the rules, so that a hundred concurrent triggers create one execution. An execution that a concurrent cancellation of
 * all ends is returned as CANCELLED.
 */
export async function startExecutions(workflow: WorkflowRecord, starts: readonly Start[]): Promise<ExecutionRecord[]> {
  const started: ExecutionRecord[] = []
  // Several starts for one contact are made one after the other.
  const ofContacts = [...groupBy([...starts], ({ contactId }) => contactId).values()]
  for (let round = 0; ofContacts.some((of) => of.length > round); round += 1) {
    const next = ofContacts.flatMap((of) => of[round] ?? [])
    started.push(...(await startEach(workflow, next)))
  }
  for (const { status } of started) {
    countExecutionStarted()
    // An execution of a workflow without steps ends at once. A cancellation counts the end of its executions itself.
    if (status === 'COMPLETED') countExecutionsEnded('COMPLETED')
  }
  return started
}

async function startEach(workflow: WorkflowRecord, starts: readonly Start[]): Promise<ExecutionRecord[]> {
  const allowed = new Set(await withoutReentry(workflow, starts))
  const drafts = [...allowed].map((start) => draftOf(workflow, start))
  const { created, refused } = await insertAll(workflow, drafts)
  const started = await confirmStarts(workflow, created)
  const ignored = starts.filter((start) => !allowed.has(start))
  for (const draft of refused) {
    const isFreed = await releaseActiveKey(workflow, draft.activeKey ?? '')
    const retried = await insertAll(workflow, isFreed ? [draft] : [])
    if (retried.created.ids.length === 0) ignored.push(draft.start)
    if (isFreed) started.push(...(await confirmStarts(workflow, retried.created)))
  }
  await recordIgnored(workflow, ignored)
  return started
}

/**
 * The starts that the rules of re-entry seem to allow. The unique indexes decide; this check saves work, because each
 * refusal by an index splits the transaction of the batch.
 */
async function withoutReentry(workflow: WorkflowRecord, starts: readonly Start[]): Promise<readonly Start[]> {
  const { _id: workflowId, projectId, allowReentry, cancellations } = workflow
  const contactIds = starts.map(({ contactId }) => contactId)
  // After a cancellation of all, executions that have ended may look active.
  if (allowReentry && (starts.length === 1 || cancellations)) return starts
  const refusing = allowReentry
    ? { activeKey: { $in: contactIds.map((contactId) => activeKeyOf(workflow, contactId)) }, projectId }
    : { projectId, contactId: { $in: contactIds }, workflowId }
  const active = await Execution.find(refusing, { _id: 0, contactId: 1 }).lean()
  const refusedIds = new Set(active.map(({ contactId }) => contactId))
  return starts.filter(({ contactId }) => !refusedIds.has(contactId))
}

function activeKeyOf({ _id: workflowId }: WorkflowRecord, contactId: string): string {
  return `${workflowId}:${contactId}`
}

function draftOf(workflow: WorkflowRecord, start: Start) {
  const { projectId, _id: workflowId } = workflow
  const { id = newId(), contactId, context, sourceEventId, since, depth, trace } = start
  const now = databaseNow()
  const step = firstStep(workflow)
  const key = activeKeyOf(workflow, contactId)
  const eventIds = sourceEventId === null ? [] : [sourceEventId]
  // A workflow without a step behind its trigger is complete as soon as it is entered.
  const entry = step
    ? { ...enterStep(step, now, ASSUMED_ZONE), completedAt: null, activeKey: key }
    : { status: 'COMPLETED' as const, wakeAt: null, completedAt: now }
  const fields = {
    workflowId,
    workflowVersion: workflow.version,
    contactId,
    ...entry,
    currentStepId: step?.id ?? null,
    sequence: 1,
    steps: [],
    cancellations: workflow.cancellations?.count ?? 0,
    exitReason: null,
    context: escapeData(context),
    sourceEventId,
    ...(since ? { rest: { at: since, eventIds } } : { 'rest.eventIds': eventIds }),
    depth,
    startedAt: now,
    temporalWorkflowId: `execution:${id}`,
    ...(workflow.allowReentry ? {} : { onceKey: key }),
    createdAt: now,
    updatedAt: now,
  }
  const dated = { stepStartedAt: true, ...(since ? {} : { 'rest.at': true }) }
  return { id, projectId, start, fields, dated, trace, activeKey: step ? key : null, isRun: step !== null }
}

/**
 * Creates executions with one outbox entry, which `confirmStarts` enqueues. An execution whose unique key exists
 * already is refused, and does not affect the others.
 */
async function insertAll(
  workflow: WorkflowRecord,
  drafts: readonly Draft[],
): Promise<{ created: { ids: string[]; entries: OutboxEntry[] }; refused: Draft[] }> {
  const { projectId } = workflow
  const created: { ids: string[]; entries: OutboxEntry[] } = { ids: [], entries: [] }
  if (drafts.length === 0) return { created, refused: [] }
  const insert = async (some: readonly Draft[]): Promise<void> => {
    const entries = await inTransaction(async (session) => {
      const inserts = some.map(({ id, fields, dated }) => ({
        // The filter matches no existing execution, so that a repeated start changes none.
        filter: { _id: id, projectId, contactId: fields.contactId, startedAt: { $exists: false } },
        update: { $setOnInsert: fields, $currentDate: dated },
        upsert: true as const,
      }))
      await updateEach(Execution, inserts, session)
      await countSteps(session, countedOfStarts(workflow, databaseNow(), some.length))
      const run = some.filter(({ isRun }) => isRun)
      const traced = run.flatMap(({ id, trace }) => (trace ? [[id, trace] as const] : []))
      const traces = traced.length > 0 ? { traces: Object.fromEntries(traced) } : {}
      return run.length === 0
        ? []
        : storeEntries(session, { kind: 'execution', projectId, ids: run.map(({ id }) => id), ...traces })
    })
    created.ids.push(...some.map(({ id }) => id))
    created.entries.push(...entries)
  }
  const failures = await isolateFailures(drafts, insert, isMongodbUnavailable)
  for (const error of failures.values()) if (!isDuplicateKey(error)) throw error
  return { created, refused: [...failures.keys()] }
}
