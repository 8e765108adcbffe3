import { v5 } from 'uuid'
import { Contact } from '../../../models/contact.js'
import { Project } from '../../../models/project.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment } from '../../../models/segment.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { setOff } from '../../base/outbox/set-off.js'
import { liveMembers } from '../../audience/segments/count-members.js'
import { MEMBERS_INDEX, storedMembers } from '../../audience/segments/stored-members.js'
import { canWalkMembers } from '../../audience/segments/walk-members.js'
import { startExecutions } from './start-executions.js'

// The namespace of the ids of executions that a schedule starts. An id derives from the run of the schedule and the
// contact.
const RUN_NAMESPACE = '7d0f5b52-0a6e-5d3f-8f0c-2f6c3b9d7e41'
const BATCH = 100

/** One run of a workflow's schedule, and its progress. */
export interface ScheduledRun {
  projectId: string
  workflowId: string
  /** The name of the run. A repetition of the run has the same name. */
  run: string
  /** When the run began, in milliseconds since 1970. */
  beganMs: number
  /** The last contact of the batch before. */
  after: string | null
}

/**
 * Starts a workflow for the next contacts of its segment, or of the whole project, once for each contact and run. The
 * returned `after` is null after the last contact, and when the workflow has no schedule any more
 * or its project is disabled.
 */
export async function startScheduled({
  projectId,
  workflowId,
  run,
  beganMs,
  after,
}: ScheduledRun): Promise<{ after: string | null; started: number }> {
  const workflow = await Workflow.findOne({ _id: workflowId, projectId, enabled: true, triggerType: 'SCHEDULE' }).lean()
  if (workflow && (await Project.exists({ _id: projectId, disabled: true }))) return { after: null, started: 0 }
  const walk = workflow && (await audienceOf(workflow, new Date(beganMs)))
  const contacts = walk ? await nextBatch(walk, after) : []
  // Temporal may still have an old schedule, such as one from a backup. The entry lets the outbox delete it.
  const gone = { kind: 'workflow', projectId, ids: [workflowId] } as const
  if (!workflow) await inTransaction((session) => setOff(session, gone))
  const starts = contacts.map(({ _id: contactId }) => {
    const id = v5(`${run}:${contactId}`, RUN_NAMESPACE)
    return { id, contactId, context: {}, sourceEventId: null, since: new Date(beganMs), depth: 0 }
  })
  const started = workflow ? await startExecutions(workflow, starts) : []
  const next = contacts.length < BATCH ? null : (contacts.at(-1)?._id ?? null)
  return { after: next, started: started.length }
}

// A deleted segment has no members. Every batch of a run means the same day, also after midnight.
async function audienceOf(
  { projectId, triggerConfig: { segmentId } }: WorkflowRecord,
  began: Date,
): Promise<Walk | null> {
  if (segmentId === undefined) return { members: { projectId } }
  const segment = await Segment.findOne({ _id: segmentId, projectId }).lean()
  if (!segment) return null
  const members = await liveMembers(segment, began)
  if (!(await canWalkMembers(segment))) return { members }
  return { members: { $and: [storedMembers(segment), members] }, hint: MEMBERS_INDEX }
}

/** The query for the contacts to start a workflow for, and the index that leads to them. */
interface Walk {
  members: OwnedQuery
  hint?: string
}

async function nextBatch({ members, hint }: Walk, after: string | null): Promise<{ _id: string }[]> {
  const next = Contact.find({ $and: [members, after === null ? {} : { _id: { $gt: after } }] }, { _id: 1 })
    .sort({ _id: 1 })
    .limit(BATCH)
  return (hint ? next.hint(hint) : next).lean()
}
