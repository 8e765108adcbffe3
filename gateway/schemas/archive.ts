import { z } from 'zod'
import { querySwitch } from './query-boolean.js'

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
export const ArchivedQuery = querySwitch('Whether to list the archived records instead of the others.')
