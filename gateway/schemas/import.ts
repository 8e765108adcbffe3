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

const DryRun = flag('Whether to read and count the rows without changing anything. The counts are those of the import.')

/** The query of an import, which is about its file: the file itself is the body. */
export const ImportQuery = z.object({
  map: z
    .union([z.array(z.string()), z.string().transform((text) => [text])])
    .optional()
    .meta({
      description:
        'The meaning of a column: its name in the header row, a colon, and `subscribed` (subscription state), ' +
        '`unsubscribed` (filled in for contacts who opted out), `data` (custom field) or `ignore`. Repeat the ' +
        'parameter for each column.',
      override: { type: 'array', items: { type: 'string' }, anyOf: undefined },
    }),
  columns: z
    .string()
    .optional()
    .meta({
      description:
        'The column mapping as a JSON object: column name to `email`, `subscribed`, `unsubscribed`, `data.<key>` (a ' +
        'custom field of any name) or null (ignored). Other columns are mapped by their names.',
      examples: ['{"E-mail":"email","Vorname":"data.firstName","Notes":null}'],
    }),
  resubscribe: flag(
    'Whether rows resubscribe contacts who opted out (through a page, a link, a complaint or a bounce) and ' +
      'suppressed addresses.',
  ),
  subscribed: flag('Whether new contacts are subscribed if their row has no value. Defaults to true.'),
  segmentId: Id.optional().meta({ description: 'A static segment to add every imported contact to.' }),
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
  total: Count.meta({ description: 'Rows read so far, including rows with errors.' }),
  created: Count,
  updated: Count.meta({
    description: 'Rows of existing contacts or suppressions, including those from earlier rows of the file.',
  }),
  unchanged: Count.meta({ description: 'Rows in `updated` that change nothing.' }),
  subscribed: Count.meta({ description: 'Rows in `updated` that subscribe the contact.' }),
  unsubscribed: Count.meta({ description: 'Rows in `updated` that unsubscribe the contact.' }),
  failed: Count,
  keptUnsubscribed: Count.meta({
    description:
      'Rows that would have subscribed a contact who opted out or has a suppressed address. The rest of the row is ' +
      'applied, and it counts as updated or created.',
  }),
}

const ImportFile = JobResponse.extend({
  kind: z.enum(['contacts', 'suppressions']).meta({ description: 'The kind of rows in the file.' }),
  fileName: z
    .string()
    .nullable()
    .meta({ description: 'The file name from the request.', examples: ['contacts.csv'] }),
  size: Count.meta({ description: 'File size in bytes.', examples: [52] }),
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
      description: 'The first 100 rows with errors. The header row is row 1. A day after the end, `email` is empty.',
    }),
  }),
}).meta({ id: 'ImportJob' })
