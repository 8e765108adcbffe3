import { z } from 'zod'
import { Id } from './ids.js'
import { JobResponse } from './job.js'

const Count = z.int().min(0)

const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ description, override: { type: 'boolean', enum: undefined } })

const DryRun = flag(
  'Whether rows are only read and counted, and nothing changes. An address that stands twice in the file, more than a ' +
    'few hundred rows apart, counts as new each time.',
)

/** The query of an import, which is about its file: the file itself is the body. */
export const ImportQuery = z.object({
  map: z
    .union([z.array(z.string()), z.string().transform((text) => [text])])
    .optional()
    .meta({
      description:
        'The meaning of a column: its name in the header, a colon, and `subscribed` (says who is subscribed), ' +
        '`unsubscribed` (is filled in for contacts who opted out), `data` (a custom field) or `ignore`. May be given ' +
        'several times, for a column each.',
      override: { type: 'array', items: { type: 'string' }, anyOf: undefined },
    }),
  columns: z
    .string()
    .optional()
    .meta({
      description:
        'The meaning of columns as a JSON object: for the name of a column `email`, `subscribed`, `unsubscribed`, ' +
        '`data.<key>` (a custom field, also of another name), or null (the column is left out). Other columns have ' +
        'the meaning of their names.',
      examples: ['{"E-mail":"email","Vorname":"data.firstName","Notes":null}'],
    }),
  resubscribe: flag(
    'Whether rows subscribe contacts that have opted out themselves, by a page, a link, a complaint or a bounce, ' +
      'and suppressed addresses.',
  ),
  subscribed: flag('Whether a new contact whose row does not say is subscribed; by default it is.'),
  segmentId: Id.optional().meta({ description: 'A static segment that every imported contact joins.' }),
  dryRun: DryRun,
})

/** The query of the faulty rows of an import. */
export const ImportErrorsQuery = z.object({
  bom: flag(
    'Whether the file begins with a byte order mark, by which spreadsheet programs such as Excel know that it is UTF-8.',
  ),
})

/** The query of an import of suppressions. */
export const SuppressionImportQuery = z.object({ dryRun: DryRun })

const counts = {
  total: Count.meta({ description: 'The rows read so far, including faulty ones.' }),
  created: Count,
  updated: Count.meta({
    description: 'The rows of contacts or suppressions that existed, or that an earlier row of the file names.',
  }),
  unchanged: Count.meta({ description: 'Those of `updated` that change nothing.' }),
  subscribed: Count.meta({ description: 'Those of `updated` that subscribe the contact.' }),
  unsubscribed: Count.meta({ description: 'Those of `updated` that unsubscribe the contact.' }),
  failed: Count,
  keptUnsubscribed: Count.meta({
    description:
      'The rows that would have subscribed a contact who has opted out, or whose address is suppressed. The rest ' +
      'of such a row is applied, and it counts as updated, or as created where the contact is new.',
  }),
}

const ImportFile = JobResponse.extend({
  kind: z.enum(['contacts', 'suppressions']).meta({ description: 'What the rows of the file are.' }),
  fileName: z
    .string()
    .nullable()
    .meta({ description: 'The name of the file, as the request gives it.', examples: ['contacts.csv'] }),
  size: Count.meta({ description: 'Of the file, in bytes.', examples: [52] }),
  dryRun: z.boolean().meta({ examples: [false] }),
})

/** An import in the list. */
export const ListedImport = ImportFile.extend({ result: z.object(counts).meta({ title: 'ImportCounts' }) }).meta({
  id: 'ListedImport',
})

/** An import as the API shows it. */
export const ImportJobResponse = ImportFile.extend({
  result: z.object({
    ...counts,
    errors: z.array(z.object({ row: z.int().min(1), email: z.string(), error: z.string() })).meta({
      description: 'The first hundred faulty rows; the header is row 1. A day after the end `email` is empty.',
    }),
  }),
}).meta({ id: 'ImportJob' })
