import { v5 } from 'uuid'
import { Contact } from '../../models/contact.js'
import { Segment } from '../../models/segment.js'
import { Workflow, type WorkflowRecord } from '../../models/workflow.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { setOff } from '../outbox/set-off.js'
import { liveMembers } from '../segments/count-members.js'
import { startExecutions } from './start-executions.js'

// The namespace of the ids of executions that a schedule starts: each is derived from its run of the schedule.
const RUN_NAMESPACE = '7d0f5b52-0a6e-5d3f-8f0c-2f6c3b9d7e41'
const PAGE = 100

/** One run of a workflow's schedule, and its progress. */
export interface ScheduledRun {
  projectId: string
  workflowId: string
  /** Name of the run; a repetition of the run has the same. */
  run: string
  /** When the run began, in milliseconds since 1970. */
  beganMs: number
  /** The last contact of the slice before. */
  after: string | null
}

/**
 * Starts a workflow for the next contacts of its segment, or of the whole project, each once per run. `after` is null
 * after the last contact, and when the workflow has no schedule any more.
 */
export async function startScheduled({
  projectId,
  workflowId,
  run,
  beganMs,
  after,
}: ScheduledRun): Promise<{ after: string | null; started: number }> {
  const workflow = await Workflow.findOne({ _id: workflowId, projectId, enabled: true, triggerType: 'SCHEDULE' }).lean()
  const members = workflow && (await audienceOf(workflow))
  const contacts = members ? await pageOf(members, after) : []
  // Temporal may have an old schedule, such as from a backup, that does not know of the change.
  const gone = { kind: 'workflow', projectId, ids: [workflowId] } as const
  if (!workflow) await inTransaction((session) => setOff(session, gone))
  const starts = contacts.map(({ _id: contactId }) => {
    const id = v5(`${run}:${contactId}`, RUN_NAMESPACE)
    return { id, contactId, context: {}, sourceEventId: null, since: new Date(beganMs), depth: 0 }
  })
  const started = workflow ? await startExecutions(workflow, starts) : []
  const next = contacts.length < PAGE ? null : (contacts.at(-1)?._id ?? null)
  return { after: next, started: started.length }
}

// A deleted segment has no members.
async function audienceOf({ projectId, triggerConfig: { segmentId } }: WorkflowRecord): Promise<object | null> {
  if (segmentId === undefined) return { projectId }
  const segment = await Segment.findOne({ _id: segmentId, projectId }).lean()
  return segment && (await liveMembers(segment))
}

async function pageOf(members: object, after: string | null): Promise<{ _id: string }[]> {
  return Contact.find({ $and: [members, after === null ? {} : { _id: { $gt: after } }] }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(PAGE)
    .lean()
}
