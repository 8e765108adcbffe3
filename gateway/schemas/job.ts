import { z } from 'zod'
import { DateTime } from './date.js'
import { idOf, resourceId } from './ids.js'
import { SearchText } from './text.js'

const MAX_IDS = 1_000
const MAX_ID_LENGTH = 255
const Count = z.int().min(0)

/** The path of one job. */
export const JobParams = z.object({ jobId: resourceId('job') })

/** Work that was accepted and goes on after the answer. */
export const AcceptedJob = z
  .object({ message: z.string().meta({ examples: ['The import is under way'] }), jobId: idOf('job') })
  .meta({ id: 'AcceptedJob' })

const JobResponse = z.object({
  id: idOf('job'),
  status: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED']),
  state: z.enum(['waiting', 'active', 'completed', 'failed']).meta({ description: '`status` in other words.' }),
  progress: z.int().min(0).max(100).meta({ description: 'In percent.' }),
  failedReason: z.string().nullable(),
  createdAt: DateTime,
  completedAt: DateTime.nullable(),
})

/** An import as the API shows it. */
export const ImportJobResponse = JobResponse.extend({
  result: z.object({
    total: Count.meta({ description: 'Rows so far, the bad ones among them.' }),
    created: Count,
    updated: Count,
    failed: Count,
    errors: z
      .array(z.object({ row: z.int().min(1), email: z.string(), error: z.string() }))
      .meta({ description: 'The first hundred bad rows; the header is row 1.' }),
  }),
}).meta({ id: 'ImportJob' })

/** A change of many contacts as the API shows it. */
export const BulkJobResponse = JobResponse.extend({
  result: z.object({
    operation: z.enum(['subscribe', 'unsubscribe', 'delete']),
    totalRequested: Count,
    successCount: Count,
    unchangedCount: Count.meta({ description: 'Contacts that were in the state already.' }),
    failureCount: Count,
    errors: z
      .array(z.object({ contactId: z.string(), email: z.string().nullable(), error: z.string() }))
      .meta({ description: 'The first hundred failures.' }),
  }),
}).meta({ id: 'BulkJob' })

// A malformed id fails by itself, like an unknown one.
const ContactIds = z.array(z.string().max(MAX_ID_LENGTH)).max(MAX_IDS)

/** Which contacts are meant: those named, or all that match now but some. */
export const BulkSelection = z
  .union([
    z.object({ mode: z.literal('ids').default('ids'), contactIds: ContactIds.min(1) }),
    z.object({
      mode: z.literal('query'),
      filter: z
        .object({ search: SearchText.optional(), subscribed: z.boolean().optional() })
        .meta({ description: 'As in the list of contacts; an empty one means all of them.' }),
      excludeIds: ContactIds.default([]),
    }),
  ])
  .meta({ id: 'ContactSelection' })
