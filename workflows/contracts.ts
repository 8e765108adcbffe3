import type { SliceStart } from '../activities/campaign/send-slice.js'
import type { EmailGroup } from '../models/domain/email-refs.js'
import type { NextStep } from '../models/domain/next-step.js'
import type { JobKind } from '../models/job.js'

/**
 * The task queues. Each has worker slots of its own, so that bulk work does not delay other work. Large groups of
 * emails have a queue beside the queue of small groups: a request to a thousand recipients occupies no slot that the
 * mail of another project needs.
 */
export const QUEUES = {
  transactional: 'transactional',
  'transactional-groups': 'transactional-groups',
  executions: 'executions',
  webhooks: 'webhooks',
  campaigns: 'campaigns',
  jobs: 'jobs',
} as const
export type QueueName = keyof typeof QUEUES

/** The queues that a worker serves by a name in its settings. */
export function queuesOf(name: Exclude<QueueName, 'transactional-groups'>): QueueName[] {
  return name === 'transactional' ? ['transactional', 'transactional-groups'] : [name]
}

/**
 * The search attributes of Temporal workflow executions, for operators. They are set at the start, except `failedAt`,
 * the kind of the step at which an execution failed.
 */
export const SEARCH_ATTRIBUTES = {
  project: 'ProjectId',
  workflow: 'EmailWorkflowId',
  contact: 'ContactId',
  kind: 'Kind',
  failedAt: 'FailedAt',
} as const

/** Temporal's priorities, 1 is the highest (docs.temporal.io/task-queues#priority). */
export const PRIORITY = { transactional: 1, execution: 3, campaign: 5, job: 5 } as const

/** The signal that ends a wait whose event is stored; the database has the outcome of the wait already. */
export const EVENT_RECEIVED = 'eventReceived'

/** The signal that a failed execution was retried; its Temporal workflow may not have ended yet. */
export const EXECUTION_RETRIED = 'executionRetried'

/** The signal that a campaign was rescheduled, sent immediately, or resumed. */
export const CAMPAIGN_CHANGED = 'campaignChanged'

/** The wait of an execution that ended; `retries` as in a `StepRef`. */
export interface WaitEnded {
  sequence: number
  retries?: number
}

/** The header that carries a trace from a start to the workflow, and on to its activities and child workflows. */
export const TRACE_HEADER = '_tracer-data'

/** The trace of a workflow or activity, and the traces of emails that have others, as values of W3C's `traceparent`. */
export interface TraceContext {
  traceparent: string
  emails?: Record<string, string>
}

/** What a worker learns of a workflow run that has ended. */
export interface RunTrace {
  /** The span that led to the run, and the span of the run itself. */
  parent: string
  span: string
  startedAtMs: number
  endedAtMs: number
  /** The spans that signalled it. */
  links: string[]
  /** The name of its error. */
  failure?: string
  /** The input of the run, of which the worker takes the ids. */
  input: unknown
}

/** The way from the isolate of a workflow to its worker. */
export type TraceSinks = { traces: { ended: (run: RunTrace) => void } }

/** Limit on the emails of one delivery. */
export const MAX_EMAILS_A_DELIVERY = 50

export interface DeliverEmailInput {
  projectId: string
  emailId: string
}

export interface DeliverEmailsInput {
  groups: EmailGroup[]
}

export interface WalkExecutionInput {
  projectId: string
  executionId: string
  /** The id of the version of the workflow that the execution runs. */
  versionId: string
  /** The first step, so that no activity has to look it up. */
  next: NextStep
}

export interface SendCampaignInput {
  projectId: string
  campaignId: string
}

export interface SendCampaignPartInput {
  projectId: string
  campaignId: string
  part: number
  /** How many recipients earlier runs of the part have resolved, and where the next slice begins. */
  resolved?: number
  start?: SliceStart
}

export interface JobInput {
  projectId: string
  jobId: string
}

export interface StartScheduledInput {
  projectId: string
  workflowId: string
  /**
   * Progress of a run that continues as new: its name, its start, the last contact, and how many executions it started.
   */
  run?: string
  beganMs?: number
  after?: string | null
  started?: number
}

export interface EndSnoozeInput {
  projectId: string
  contactId: string
  /** End of the contact's snooze, in milliseconds since 1970. */
  untilMs: number
}

/** The Temporal workflow of each kind of job: its type, the prefix of its id, and its summary. */
export const JOB_EXECUTIONS: Record<JobKind, { type: string; prefix: string; summary: string }> = {
  IMPORT_CONTACTS: { type: 'importContacts', prefix: 'import', summary: 'Import a file' },
  CHANGE_CONTACTS: { type: 'changeContactsInBulk', prefix: 'bulk', summary: 'Change contacts in bulk' },
  EXPORT: { type: 'exportData', prefix: 'export', summary: 'Export data' },
  COMPUTE_SEGMENT: { type: 'computeSegment', prefix: 'segment', summary: 'Compute a segment' },
  SWEEP_SEGMENT: { type: 'computeSegment', prefix: 'sweep-segment', summary: 'Sweep a segment' },
  DELETE_SEGMENT: { type: 'deleteSegment', prefix: 'delete-segment', summary: 'Delete a segment' },
  DELETE_WORKFLOW: { type: 'deleteWorkflow', prefix: 'delete-workflow', summary: 'Delete a workflow' },
  CANCEL_EXECUTIONS: { type: 'cancelExecutions', prefix: 'cancel-all', summary: 'Cancel all executions of a workflow' },
  RETRY_EXECUTIONS: {
    type: 'retryExecutions',
    prefix: 'retry-failed',
    summary: 'Retry failed executions of a workflow',
  },
  DELETE_FIELD: { type: 'deleteField', prefix: 'delete-field', summary: 'Delete custom fields' },
  DELETE_EVENTS: { type: 'deleteEvents', prefix: 'delete-events', summary: 'Delete the events of a name' },
  ERASE_CONTACTS: { type: 'eraseContacts', prefix: 'erase', summary: 'Erase deleted contacts' },
  TELL_MEMBERS: { type: 'tellMembers', prefix: 'tell-members', summary: 'Tell members what was disabled or paused' },
  RESET_PROJECT: { type: 'resetProject', prefix: 'reset-project', summary: 'Reset a project' },
  DELETE_PROJECT: { type: 'deleteProject', prefix: 'delete-project', summary: 'Delete a project' },
}

/** The ids of Temporal workflow executions: business ids, which operators search for and which start only once. */
export const temporalIds = {
  email: (emailId: string): string => `email:${emailId}`,
  emails: (batchId: string): string => `emails:${batchId}`,
  execution: (executionId: string): string => `execution:${executionId}`,
  campaign: (campaignId: string): string => `campaign:${campaignId}`,
  campaignPart: (campaignId: string, part: number): string => `campaign:${campaignId}:part-${part}`,
  job: (kind: JobKind, jobId: string): string => `${JOB_EXECUTIONS[kind].prefix}:${jobId}`,
  /** The schedule of a workflow; also the prefix of the ids of its runs. */
  schedule: (workflowId: string): string => `schedule:${workflowId}`,
  snooze: (contactId: string, untilMs: number): string => `snooze:${contactId}:${untilMs}`,
}
