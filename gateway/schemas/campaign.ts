import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '../../models/campaign.js'
import { MESSAGE_TYPES } from '../../models/template.js'
import { DateTime } from './date.js'
import { idOf } from './ids.js'

/** A campaign as the API shows it. */
export const CampaignResponse = z
  .object({
    id: idOf('campaign'),
    projectId: idOf('project'),
    name: z.string().meta({ examples: ['Spring news'] }),
    description: z.string().nullable(),
    subject: z.string().meta({ examples: ['News for {{ firstName ?? you }}'] }),
    body: z.string().meta({ examples: ['<p>Spring is here.</p>'] }),
    from: z.string().meta({ examples: ['news@example.com'] }),
    fromName: z.string().nullable(),
    replyTo: z.string().nullable(),
    type: z.enum(MESSAGE_TYPES).meta({ examples: ['MARKETING'] }),
    status: z.enum(CAMPAIGN_STATUSES),
    audienceType: z.enum(['ALL', 'SEGMENT', 'FILTERED']),
    segmentId: z.string().nullable(),
    audienceCondition: z.record(z.string(), z.unknown()).nullable(),
    scheduledFor: DateTime.nullable(),
    totalRecipients: z.int(),
    sentCount: z.int(),
    deliveredCount: z.int(),
    openedCount: z.int(),
    clickedCount: z.int(),
    bouncedCount: z.int(),
    complainedCount: z.int(),
    unsubscribedCount: z.int(),
    failedCount: z.int(),
    skippedCount: z.int(),
    sentAt: DateTime.nullable(),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Campaign' })

/** What sending a campaign answers with. */
export const CampaignSendResponse = CampaignResponse.pick({
  id: true,
  name: true,
  status: true,
  scheduledFor: true,
}).meta({
  id: 'SentCampaign',
})
