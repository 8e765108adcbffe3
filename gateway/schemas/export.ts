import { z } from 'zod'
import { EMAIL_STATUSES, type EmailStatus } from '../../models/domain/email-status.js'
import type { TimeRange } from '../../models/domain/time-range.js'
import { EXPORT_FORMATS, EXPORT_KINDS } from '../../models/export-job.js'
import { FILTER, Match } from './contact-filter.js'
import { dateBound, DateTime } from './date.js'
import { EMAIL_FILTER, RecipientAddress } from './email-filter.js'
import { EXAMPLE_IDS, Id } from './ids.js'
import { JobResponse } from './job.js'
import { SuppressionResponse } from './suppression.js'

const MAX_EVENT_NAME_LENGTH = 255

const Format = z.enum(EXPORT_FORMATS)

const Bom = z
  .boolean()
  .default(false)
  .meta({
    description:
      'Whether the CSV file starts with a byte order mark, which tells spreadsheet programs such as Excel that it ' +
      'is UTF-8. Imports accept files with and without it.',
  })

const RANGE = {
  startDate: dateBound('Start of the range: a day or a full date-time.', '2026-03-01'),
  endDate: dateBound('End of the range: a day or a full date-time.', '2026-03-31'),
}

type DateBound = z.output<(typeof RANGE)['startDate']>

/** A filter with its range of times; the end is moved by a millisecond to include an instant. */
function withRange<Filter extends { startDate?: DateBound; endDate?: DateBound }>(filter: Filter) {
  const { startDate, endDate, ...rest } = filter
  const range: TimeRange = {
    ...(startDate ? { from: startDate.from } : {}),
    ...(endDate ? { until: endDate.to ?? new Date(endDate.from.getTime() + 1) } : {}),
  }
  return { ...rest, ...range }
}

/** The filter of emails by the names of GET /emails, from one that may use the others. */
function withoutAliases<
  Filter extends {
    status?: EmailStatus[] | undefined
    statuses?: EmailStatus[] | undefined
    to?: string | undefined
    recipient?: string | undefined
  },
>({ status, statuses, to, recipient, ...rest }: Filter) {
  return { ...rest, statuses: status ?? statuses, to: to ?? recipient }
}

/** What to export: the kind determines the filter. */
export const ExportRequest = z
  .discriminatedUnion(
    'kind',
    [
      z
        .object({
          kind: z.literal('contacts'),
          format: Format,
          bom: Bom,
          filter: z
            .object({ ...FILTER, match: Match.default('contains') })
            .prefault({})
            .meta({ description: 'The same filters as in the contact search. Without a filter, all contacts.' }),
        })
        .meta({ id: 'ContactExportRequest' }),
      z
        .object({
          kind: z.literal('suppressions'),
          format: Format,
          bom: Bom,
          filter: z.object({ reason: SuppressionResponse.shape.reason.optional() }).prefault({}),
        })
        .meta({ id: 'SuppressionExportRequest' }),
      z
        .object({
          kind: z.literal('emails'),
          format: Format,
          bom: Bom,
          filter: z
            .object({
              ...EMAIL_FILTER,
              statuses: z
                .array(z.enum(EMAIL_STATUSES))
                .min(1)
                .max(EMAIL_STATUSES.length)
                .optional()
                .meta({ description: 'Alias of `status`, as a list.' }),
              recipient: RecipientAddress.meta({ description: 'Alias of `to`.' }),
              ...RANGE,
            })
            .prefault({})
            .transform(withoutAliases)
            .transform(withRange),
        })
        .meta({ id: 'EmailExportRequest' }),
      z
        .object({
          kind: z.literal('events'),
          format: Format,
          bom: Bom,
          filter: z
            .object({
              name: z.string().trim().min(1).max(MAX_EVENT_NAME_LENGTH).optional(),
              contactId: Id.optional(),
              ...RANGE,
            })
            .prefault({})
            .transform(withRange),
        })
        .meta({ id: 'EventExportRequest' }),
    ],
    { error: `kind must be one of ${EXPORT_KINDS.join(', ')}` },
  )
  .refine(({ format, bom }) => format === 'csv' || !bom, {
    path: ['bom'],
    error: 'A byte order mark requires the CSV format',
  })
  .meta({ id: 'ExportRequest' })

/** An export as the API shows it. */
export const ExportResponse = JobResponse.extend({
  kind: z.enum(EXPORT_KINDS),
  format: Format,
  rows: z.int().meta({ description: 'Rows written so far, excluding the header row.', examples: [1200] }),
  bytes: z.int().meta({ description: 'The size of the file so far.', examples: [96_000] }),
  fileName: z.string().meta({ examples: ['contacts-2026-03-02.csv'] }),
  expiresAt: DateTime.nullable().meta({
    description:
      'When the file is removed, a day after the export ends. Null while there is no file and after its removal.',
  }),
}).meta({ id: 'Export' })

/** The example of an export of contacts. */
export const EXPORT_EXAMPLE = {
  kind: 'contacts',
  format: 'csv',
  filter: { subscribed: true, segmentId: EXAMPLE_IDS.segment },
} as const
