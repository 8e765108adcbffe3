import { z } from 'zod'
import { JOB_KINDS } from '../../models/job.js'
import { DateTime } from './date.js'
import { Id, idOf, resourceId } from './ids.js'
import { FILTER, Match } from './contact-filter.js'

const MAX_IDS = 1_000
const MAX_ID_LENGTH = 255
const Count = z.int().min(0)

/** The path of one job. */
export const JobParams = z.object({ jobId: resourceId('job') })

/** Accepted work that continues after the answer. */
export const AcceptedJob = z
  .object({ message: z.string().meta({ examples: ['Import started'] }), jobId: idOf('job') })
  .meta({ id: 'AcceptedJob' })

/** The path of a retry of the failed executions of a workflow. */
export const FailedRetryParams = z.object({ id: resourceId('workflow'), jobId: resourceId('job') })

/** The part of every job that the API shows. */
export const JobResponse = z.object({
  id: idOf('job'),
  status: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED']),
  state: z
    .enum(['waiting', 'active', 'completed', 'failed'])
    .meta({ description: 'Alias of `status` with other values.' }),
  progress: z.int().min(0).max(100).meta({ description: 'In percent.' }),
  failedReason: z.string().nullable(),
  createdAt: DateTime,
  completedAt: DateTime.nullable(),
})

/** The path of a job of a project. */
export const ProjectJobParams = z.object({ id: resourceId('project'), jobId: resourceId('job') })

/** A job of any kind as the API shows it. */
export const ProjectJobResponse = JobResponse.extend({
  kind: z.enum(JOB_KINDS).meta({ description: 'The kind of job, such as `RESET_PROJECT`.' }),
}).meta({ id: 'ProjectJob' })

/** A bulk change of contacts as the API shows it. */
export const BulkJobResponse = JobResponse.extend({
  result: z.object({
    operation: z.enum(['subscribe', 'unsubscribe', 'delete', 'join']),
    totalRequested: Count.meta({
      description: 'While the job runs with a filter in a project of more than 10,000 contacts, an estimate.',
    }),
    successCount: Count,
    unchangedCount: Count.meta({ description: 'Contacts that were already in the requested state.' }),
    failureCount: Count,
    errors: z
      .array(z.object({ contactId: z.string(), email: z.string().nullable(), error: z.string() }))
      .meta({ description: 'The first hundred failures.' }),
  }),
}).meta({ id: 'BulkJob' })

// A malformed id is a failure of that contact alone, like an unknown id.
const ContactIds = z.array(z.string().max(MAX_ID_LENGTH)).max(MAX_IDS)

const SelectedContacts = z.object({
  mode: z.literal('ids').default('ids'),
  contactIds: ContactIds.min(1),
})
const MatchingContacts = z.object({
  mode: z.literal('query'),
  filter: z.object({ ...FILTER, match: Match.default('contains') }).meta({
    id: 'BulkFilter',
    description: 'The same filters as in the contact search. An empty filter selects all contacts.',
  }),
  excludeIds: ContactIds.default([]),
})

/** The contacts of a bulk change: the listed ones, or all that match now without the excluded ones. */
export const BulkSelection = z
  .union([SelectedContacts.meta({ id: 'SelectedContacts' }), MatchingContacts.meta({ id: 'MatchingContacts' })])
  .meta({ id: 'ContactSelection' })

const JOINED = { segmentId: Id.meta({ description: 'The static segment to add the contacts to.' }) }

/** The contacts that join a static segment. */
export const BulkJoin = z
  .union([
    SelectedContacts.extend(JOINED).meta({ id: 'SelectedMembers' }),
    MatchingContacts.extend(JOINED).meta({ id: 'MatchingMembers' }),
  ])
  .meta({ id: 'BulkJoin' })

/** A retry of failed executions as the API shows it. */
export const FailedRetryResponse = JobResponse.extend({
  result: z.object({
    total: Count.meta({ description: 'Executions that had failed when the request was made.' }),
    retried: Count,
    refused: Count.meta({ description: 'Executions that cannot be retried.' }),
    reasons: z.record(z.string(), Count).meta({
      description: 'The executions that cannot be retried, by reason, as in `details.reason` of a retry.',
      examples: [{ step_deleted: 2 }],
    }),
  }),
}).meta({ id: 'FailedRetryJob' })
