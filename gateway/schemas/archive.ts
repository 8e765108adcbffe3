import { z } from 'zod'

/** Whether a record is archived, in an answer. */
export const ArchivedField = z
  .boolean()
  .meta({ description: 'Lists leave archived records out, unless they ask for them.', examples: [false] })

/** Whether to archive a record or restore it. */
export const ArchivedPatch = z
  .boolean()
  .optional()
  .meta({ description: 'True archives the record, false restores it.', examples: [false] })

/** The filter of a list that leaves archived records out. */
export const ArchivedQuery = z
  .stringbool({ truthy: ['true'], falsy: ['false'] })
  .default(false)
  .meta({
    override: { type: 'boolean', default: false },
    description: 'Whether to list the archived records instead of the others.',
  })
