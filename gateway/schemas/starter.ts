import { z } from 'zod'
import { LANGUAGES } from '../../models/domain/choose-language.js'
import { STARTER_IDS } from '../../models/domain/design/starters/starters.js'
import { MESSAGE_TYPES } from '../../models/domain/message-kinds.js'
import { DesignField } from './design.js'
import { Locale } from './locale.js'

/** The language in which a starter is wanted. */
export const WantedLanguage = Locale.optional().meta({
  description:
    "The language of the starter's texts: one of the languages of `GET /config`. Otherwise the project's language is " +
    'used, or else English.',
  examples: ['de'],
})

/** The language in which a starter is written. */
export const StarterLanguage = z.enum(LANGUAGES).meta({ description: 'The language of the texts.', examples: ['en'] })

/** The query of a list of starters. */
export const StarterQuery = z.object({ language: WantedLanguage })

/** The id of a starter. */
export const StarterId = z.enum(STARTER_IDS).meta({ examples: ['newsletter'] })

/** A design to start from. */
export const StarterResponse = z
  .object({
    id: StarterId,
    language: StarterLanguage,
    name: z.string().meta({ examples: ['Newsletter'] }),
    description: z.string().meta({ examples: ['A lead story, two shorter ones and a note at the end'] }),
    subject: z.string().meta({ examples: ['This month: a title that makes people curious'] }),
    type: z.enum(MESSAGE_TYPES).meta({ examples: ['MARKETING'] }),
    design: DesignField,
  })
  .meta({ id: 'Starter' })
