import { z } from 'zod'
import { MESSAGE_TYPES } from '../../models/domain/message-kinds.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { CampaignAudienceResponse } from './campaign.js'
import { ConditionField } from './condition.js'
import { ContactResponse } from './contact.js'
import { Id } from './ids.js'

/** An audience that no campaign stores; without a condition and a segment it is all contacts. */
export const UnsavedAudience = z
  .object({
    condition: ConditionField.nullable().default(null),
    segmentId: Id.nullable().default(null),
    type: z
      .enum(MESSAGE_TYPES)
      .default('MARKETING')
      .meta({ description: 'The type of the message. `TRANSACTIONAL` also reaches unsubscribed contacts.' }),
  })
  .superRefine(({ condition, segmentId }, context) => {
    if (!condition || !segmentId) return
    const message = 'Use either segmentId or condition, not both'
    context.addIssue({ code: 'custom', path: ['segmentId'], message, params: { code: 'custom' } })
  }, besideOtherFaults)
  .meta({ id: 'UnsavedAudience' })

/** The count of an audience that no campaign stores. */
export const AudienceCountResponse = CampaignAudienceResponse.extend({
  snoozed: z.int().meta({
    description: 'Unsubscribed contacts who only paused marketing email.',
    examples: [5],
  }),
  sample: z.array(ContactResponse).meta({ description: 'Up to ten contacts of the audience.' }),
}).meta({ id: 'AudienceCount' })
