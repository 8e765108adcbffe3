import { z } from 'zod'
import { STARTER_IDS } from '../../models/domain/design/starters/starters.js'
import { MESSAGE_TYPES } from '../../models/domain/message-kinds.js'
import { DesignField } from './design.js'

/** The id of a starter. */
export const StarterId = z.enum(STARTER_IDS).meta({ examples: ['newsletter'] })

/** A design to start from. */
export const StarterResponse = z
  .object({
    id: StarterId,
    name: z.string().meta({ examples: ['Newsletter'] }),
    description: z.string().meta({ examples: ['A lead story, two shorter ones and a note at the end'] }),
    subject: z.string().meta({ examples: ['This month: a title that makes people curious'] }),
    type: z.enum(MESSAGE_TYPES).meta({ examples: ['MARKETING'] }),
    design: DesignField,
  })
  .meta({ id: 'Starter' })
