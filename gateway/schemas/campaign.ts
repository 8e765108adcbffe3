import { z } from 'zod'
import { CAMPAIGN_STATUSES } from '../../models/campaign.js'
import { MESSAGE_TYPES } from '../../models/template.js'

const date = z.iso.datetime()

/** A campaign as the API shows it. */
export const CampaignResponse = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  from: z.string(),
  fromName: z.string().nullable(),
  replyTo: z.string().nullable(),
  type: z.enum(MESSAGE_TYPES),
  status: z.enum(CAMPAIGN_STATUSES),
  audienceType: z.enum(['ALL', 'SEGMENT', 'FILTERED']),
  segmentId: z.string().nullable(),
  audienceCondition: z.record(z.string(), z.unknown()).nullable(),
  scheduledFor: date.nullable(),
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
  sentAt: date.nullable(),
  createdAt: date,
  updatedAt: date,
})

/** What sending a campaign answers with. */
export const CampaignSendResponse = CampaignResponse.pick({ id: true, name: true, status: true, scheduledFor: true })
