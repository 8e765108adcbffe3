import type { ClientSession } from 'mongoose'
import type { NotificationKind, NotificationSubject } from '../../../models/domain/notification-kinds.js'
import type { BulkResult } from '../../../models/bulk-job.js'
import { exportFileName } from '../../../models/domain/export-file-name.js'
import type { ExportInput, ExportResult } from '../../../models/export-job.js'
import type { ImportResult } from '../../../models/import-job.js'
import type { JobKind, JobRecord } from '../../../models/job.js'
import { Segment } from '../../../models/segment.js'
import { Workflow } from '../../../models/workflow.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { notify } from './notify.js'

// A request that is answered within this time has told its result already.
const REQUEST_MS = 10_000

interface JobNotifications {
  completed: NotificationKind
  failed: NotificationKind
  /** Whether most of these jobs end within the request, so that only one that took longer is notified of. */
  isQuick?: boolean
}

/** The jobs that a person waits for. The other kinds follow from a deletion, or belong to a schedule. */
const NOTIFICATIONS: Partial<Record<JobKind, JobNotifications>> = {
  IMPORT_CONTACTS: { completed: 'IMPORT_COMPLETED', failed: 'IMPORT_FAILED' },
  EXPORT: { completed: 'EXPORT_COMPLETED', failed: 'EXPORT_FAILED' },
  CHANGE_CONTACTS: { completed: 'BULK_CHANGE_COMPLETED', failed: 'BULK_CHANGE_FAILED' },
  COMPUTE_SEGMENT: { completed: 'SEGMENT_COMPUTED', failed: 'SEGMENT_FAILED', isQuick: true },
  DELETE_FIELD: { completed: 'FIELDS_DELETED', failed: 'FIELD_DELETION_FAILED', isQuick: true },
  DELETE_EVENTS: { completed: 'EVENTS_DELETED', failed: 'EVENT_DELETION_FAILED', isQuick: true },
  CANCEL_EXECUTIONS: { completed: 'EXECUTIONS_CANCELLED', failed: 'CANCELLATION_FAILED', isQuick: true },
  RETRY_EXECUTIONS: { completed: 'EXECUTIONS_RETRIED', failed: 'RETRY_FAILED' },
}

/** The fields of the inputs of these jobs that their notifications need. */
interface JobInput {
  kind?: string
  operation?: string
  segmentId?: string
  revision?: number
  workflowId?: string
  name?: string
  keys?: string[]
}

/** The part of a job that its notification needs; the input without its lists. */
export type EndedJob = Pick<JobRecord, '_id' | 'projectId' | 'kind' | 'createdAt' | 'input' | 'result'>

/** The fields of a job that `notifyOfEnd` reads. */
export const OF_END = {
  kind: 1,
  projectId: 1,
  createdAt: 1,
  result: 1,
  'input.kind': 1,
  'input.format': 1,
  'input.operation': 1,
  'input.isDryRun': 1,
  'input.segmentId': 1,
  'input.revision': 1,
  'input.workflowId': 1,
  'input.name': 1,
  'input.keys': 1,
} as const

/** Notifies the members of the end of a job that a person waits for, in the transaction that ends it. */
export async function notifyOfEnd(
  session: ClientSession,
  job: EndedJob,
  status: 'completed' | 'failed',
): Promise<void> {
  const notifications = NOTIFICATIONS[job.kind]
  if (!notifications || isSilent(job, status, notifications)) return
  const { _id: jobId, projectId } = job
  const subject = await subjectOf(job, status, session)
  if (!subject) return
  const about = { jobId, ...subject }
  await notify({ projectId, kind: notifications[status], key: `job:${jobId}`, about }, session)
}

function isSilent({ input, createdAt }: EndedJob, status: 'completed' | 'failed', { isQuick }: JobNotifications) {
  // The page of a check shows its result, which has changed nothing.
  if ((input as { isDryRun?: boolean }).isDryRun) return true
  return isQuick === true && status === 'completed' && databaseNow().getTime() - createdAt.getTime() < REQUEST_MS
}

/** Null for a job whose segment or workflow was deleted, or changed so that a later job does its work. */
async function subjectOf(
  job: EndedJob,
  status: 'completed' | 'failed',
  session: ClientSession,
): Promise<NotificationSubject | null> {
  const { kind, projectId } = job
  const input = job.input as JobInput
  const counts = status === 'completed' ? countsOf(job) : {}
  switch (kind) {
    case 'IMPORT_CONTACTS':
      return { ...(input.kind === undefined ? {} : { what: input.kind }), ...counts }
    case 'EXPORT': {
      const { kind: what, format } = job.input as ExportInput
      return { what, name: exportFileName(what, format, job.createdAt), ...counts }
    }
    case 'CHANGE_CONTACTS':
      return { ...(input.operation === undefined ? {} : { what: input.operation }), ...counts }
    case 'COMPUTE_SEGMENT': {
      const { segmentId = '', revision } = input
      const segment = await Segment.findOne({ _id: segmentId, projectId, revision }, { name: 1 }, { session }).lean()
      return segment && { segmentId: segment._id, name: segment.name }
    }
    case 'DELETE_FIELD':
      return { count: input.keys?.length ?? 0 }
    case 'DELETE_EVENTS':
      return { ...(input.name === undefined ? {} : { name: input.name }), ...counts }
    default: {
      const ref = { _id: input.workflowId ?? '', projectId }
      const workflow = await Workflow.findOne(ref, { name: 1 }, { session }).lean()
      return workflow && { workflowId: workflow._id, name: workflow.name, ...counts }
    }
  }
}

function countsOf({ kind, result }: EndedJob): NotificationSubject {
  switch (kind) {
    case 'IMPORT_CONTACTS': {
      const { created, updated, failed } = result as ImportResult
      return { created, updated, failed }
    }
    case 'EXPORT':
      return { count: (result as ExportResult).rows }
    case 'CHANGE_CONTACTS': {
      const { successCount, failureCount } = result as BulkResult
      return { count: successCount, failed: failureCount }
    }
    case 'DELETE_EVENTS':
      return { count: (result as { deleted: number }).deleted }
    case 'CANCEL_EXECUTIONS':
      return { count: (result as { ended: number }).ended }
    case 'RETRY_EXECUTIONS': {
      const { retried, refused } = result as { retried: number; refused: number }
      return { count: retried, failed: refused }
    }
    default:
      return {}
  }
}
