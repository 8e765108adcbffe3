import { enterStep } from '../../models/domain/enter-step.js'
import { escapeData } from '../../models/domain/fields.js'
import { groupBy } from '../../models/domain/group-by.js'
import { firstStep } from '../../models/domain/workflow-graph.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { isolateFailures } from '../../runtime/concurrency/isolate-failures.js'
import { newId } from '../../runtime/ids.js'
import { countExecutionsEnded, countExecutionStarted } from '../../runtime/metrics/work.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { isMongodbUnavailable } from '../../runtime/mongodb/unavailable.js'
import { updateEach } from '../../runtime/mongodb/update-each.js'
import { setOff } from '../outbox/set-off.js'
import { confirmStarts, type ExecutionsStarted } from './confirm-starts.js'
import { releaseActiveKey } from './release-active-key.js'

/** A start of a workflow for a contact. */
export interface Start {
  /** Given where a start may be repeated: an execution with this id is created once. */
  id?: string
  contactId: string
  /** The data of the trigger event or of the caller; keys as they were sent. */
  context: Record<string, unknown>
  sourceEventId: string | null
  /** When its event was stored, or its schedule came due; missing: when the execution is stored. Waits see events since. */
  since?: Date | undefined
  depth: number
  /** The span that led to it. */
  trace?: string | undefined
}

/** An execution that has begun, and the entries that follow. */
export interface ExecutionStarted {
  execution: ExecutionRecord
  entries: OutboxEntry[]
}

type Draft = ReturnType<typeof draftOf>

const NONE: ExecutionsStarted = { executions: [], entries: [] }

/** Starts a workflow for one contact, as `startExecutions` does; null where no execution began. */
export async function startExecution({
  workflow,
  ...start
}: Start & { workflow: WorkflowRecord }): Promise<ExecutionStarted | null> {
  const { executions, entries } = await startExecutions(workflow, [start])
  return executions[0] ? { execution: executions[0], entries } : null
}

/**
 * Starts a workflow for contacts of its project: their executions are created together, with one entry to run them. None
 * is created where the rules of re-entry or an earlier start by the same event forbid it, or where the contact or the
 * workflow has just been deleted or disabled. The rules are unique indexes, so that a hundred concurrent triggers create
 * one execution. Executions that a cancellation of all overtakes come back CANCELLED.
 */
export async function startExecutions(workflow: WorkflowRecord, starts: readonly Start[]): Promise<ExecutionsStarted> {
  let started = NONE
  // Of several starts for one contact the first goes before the others, as if they came one by one.
  const ofContacts = [...groupBy([...starts], ({ contactId }) => contactId).values()]
  for (let round = 0; ofContacts.some((of) => of.length > round); round += 1) {
    started = join(
      started,
      await startEach(
        workflow,
        ofContacts.flatMap((of) => of[round] ?? []),
      ),
    )
  }
  for (const { status } of started.executions) {
    countExecutionStarted()
    // A workflow without a step; a cancellation has counted its end itself.
    if (status === 'COMPLETED') countExecutionsEnded('COMPLETED')
  }
  return started
}

async function startEach(workflow: WorkflowRecord, starts: readonly Start[]): Promise<ExecutionsStarted> {
  const drafts = (await withoutEntered(workflow, starts)).map((start) => draftOf(workflow, start))
  const { created, refused } = await insertAll(workflow.projectId, drafts)
  let started = await confirmStarts(workflow.projectId, created)
  for (const draft of refused) {
    const freed = await releaseActiveKey(workflow, draft.activeKey ?? '')
    if (!freed) continue
    const again = await insertAll(workflow.projectId, [draft])
    started = join(started, await confirmStarts(workflow.projectId, again.created))
    started = join(started, { executions: [], entries: freed })
  }
  return started
}

/**
 * The starts that the rules of re-entry seem to allow: the indexes decide, but each refusal of several would divide their
 * transaction.
 */
async function withoutEntered(workflow: WorkflowRecord, starts: readonly Start[]): Promise<readonly Start[]> {
  const { _id: workflowId, projectId, allowReentry, cancellations } = workflow
  const contactIds = starts.map(({ contactId }) => contactId)
  // After a cancellation of all, executions may look active that have ended.
  if (allowReentry && (starts.length === 1 || cancellations)) return starts
  const refusing = allowReentry
    ? { activeKey: { $in: contactIds.map((contactId) => activeKeyOf(workflow, contactId)) }, projectId }
    : { projectId, contactId: { $in: contactIds }, workflowId }
  const entered = await Execution.find(refusing, { _id: 0, contactId: 1 }).lean()
  const known = new Set(entered.map(({ contactId }) => contactId))
  return starts.filter(({ contactId }) => !known.has(contactId))
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
    ? { ...enterStep(step, now), completedAt: null, activeKey: key }
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
  return { id, projectId, fields, dated, trace, activeKey: step ? key : null, isRun: step !== null }
}

/** Creates executions with one entry; those whose keys are taken are refused, and the others do not depend on them. */
async function insertAll(
  projectId: string,
  drafts: readonly Draft[],
): Promise<{ created: { ids: string[]; entries: OutboxEntry[] }; refused: Draft[] }> {
  const created: { ids: string[]; entries: OutboxEntry[] } = { ids: [], entries: [] }
  if (drafts.length === 0) return { created, refused: [] }
  const insert = async (some: readonly Draft[]): Promise<void> => {
    const entries = await inTransaction(async (session) => {
      const inserts = some.map(({ id, fields, dated }) => ({
        // Never matches an existing execution, which a repeated start would change.
        filter: { _id: id, projectId, startedAt: { $exists: false } },
        update: { $setOnInsert: fields, $currentDate: dated },
        upsert: true as const,
      }))
      await updateEach(Execution, inserts, session)
      const run = some.filter(({ isRun }) => isRun)
      const traced = run.flatMap(({ id, trace }) => (trace ? [[id, trace] as const] : []))
      const traces = traced.length > 0 ? { traces: Object.fromEntries(traced) } : {}
      return run.length === 0
        ? []
        : setOff(session, { kind: 'execution', projectId, ids: run.map(({ id }) => id), ...traces })
    })
    created.ids.push(...some.map(({ id }) => id))
    created.entries.push(...entries)
  }
  const failures = await isolateFailures(drafts, insert, isMongodbUnavailable)
  for (const error of failures.values()) if (!isDuplicateKey(error)) throw error
  return { created, refused: [...failures.keys()] }
}

function join(one: ExecutionsStarted, other: ExecutionsStarted): ExecutionsStarted {
  return {
    executions: [...one.executions, ...other.executions],
    entries: [...one.entries, ...other.entries],
  }
}
