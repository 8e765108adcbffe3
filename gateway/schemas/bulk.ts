import { z } from 'zod'

const MAX_IDS = 100
const MAX_ID_LENGTH = 255

/** The records of a bulk change. A malformed id is a failure of that record alone, like an unknown id. */
export const BulkIds = z
  .object({ ids: z.array(z.string().max(MAX_ID_LENGTH)).min(1).max(MAX_IDS) })
  .meta({ id: 'BulkIds' })

/** What a bulk change did to each record. */
export const BulkResponse = z
  .object({
    results: z
      .array(
        z.object({
          id: z.string(),
          error: z
            .object({
              code: z.string().meta({ examples: ['CONFLICT'] }),
              message: z.string().meta({ examples: ['The template is in use'] }),
              details: z.record(z.string(), z.unknown()).optional(),
            })
            .meta({ title: 'BulkError' })
            .nullable()
            .meta({ description: 'Why the record could not be changed. Null if it was.', examples: [null] }),
        }),
      )
      .meta({ description: 'One result for each id, in the order of the request.' }),
  })
  .meta({ id: 'BulkResults' })
