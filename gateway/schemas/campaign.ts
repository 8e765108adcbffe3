import { z } from 'zod'
import { AUDIENCE_TYPES, CAMPAIGN_STATUSES, PAUSED_REASONS } from '../../models/campaign.js'
import { missingAudience } from '../../models/domain/campaign-audience.js'
import { MOMENT_FORMS } from '../../models/domain/moment.js'
import { DEFERRAL_REASONS } from '../../models/domain/deferral.js'
import { ArchivedField, ArchivedPatch, ArchivedQuery } from './archive.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { ConditionField } from './condition.js'
import { DateTime, IfUpdatedAt } from './date.js'
import { HeaderAddress } from './email-address.js'
import { EXAMPLE_IDS, Id, idOf, resourceId } from './ids.js'
import {
  MESSAGE_RESPONSE,
  MessagePatch,
  NewMessage,
  refuseTwoSources,
  requireOneSource,
  SOURCE_RESPONSE,
} from './message.js'
import { NewUtmField, UtmField, UtmResponse } from './liquid.js'
import { SortedOffsetQuery } from './pagination.js'
import { MailRates } from './security.js'
import { SearchText } from './text.js'

/** The path of everything below one campaign. */
export const CampaignParams = z.object({ id: resourceId('campaign') })

/** A campaign as the API shows it. */
export const CampaignResponse = z
  .object({
    id: idOf('campaign'),
    projectId: idOf('project'),
    ...MESSAGE_RESPONSE,
    name: MESSAGE_RESPONSE.name.meta({ examples: ['Spring news'] }),
    subject: MESSAGE_RESPONSE.subject.meta({ examples: ['News for {{ firstName ?? you }}'] }),
    body: MESSAGE_RESPONSE.body.meta({ examples: ['<p>Spring is here.</p>'] }),
    from: MESSAGE_RESPONSE.from.meta({ examples: ['news@example.com'] }),
    type: MESSAGE_RESPONSE.type.meta({ examples: ['MARKETING'] }),
    ...SOURCE_RESPONSE,
    status: z.enum(CAMPAIGN_STATUSES),
    audienceType: z.enum(AUDIENCE_TYPES).nullable().meta({ description: 'Null if no audience is chosen yet.' }),
    segmentId: z.string().nullable(),
    audienceCondition: ConditionField.nullable(),
    utm: UtmResponse.nullable().meta({
      description: 'UTM parameters that its web links get, in Liquid. Null without any.',
      examples: [null],
    }),
    scheduledFor: DateTime.nullable(),
    totalRecipients: z.int().meta({
      description:
        'An estimate until all recipients are selected, which happens while the first ones are sent to. Contacts that ' +
        'are created after sending starts are not among them.',
    }),
    sentCount: z.int(),
    deliveredCount: z.int(),
    openedCount: z.int(),
    clickedCount: z.int(),
    bouncedCount: z.int(),
    complainedCount: z.int(),
    unsubscribedCount: z.int(),
    failedCount: z.int(),
    skippedCount: z.int(),
    pausedAt: DateTime.nullable(),
    pausedReason: z.enum(PAUSED_REASONS).nullable().meta({ description: 'Null if a member paused it.' }),
    pausedFigures: MailRates.nullable().meta({
      description: 'The figures that caused the pause. Null unless the reason is `EMAIL_REPUTATION`.',
    }),
    sentAt: DateTime.nullable(),
    archived: ArchivedField,
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Campaign' })

/** The answer to sending a campaign. */
export const CampaignSendResponse = CampaignResponse.pick({
  id: true,
  name: true,
  status: true,
  scheduledFor: true,
}).meta({
  id: 'SentCampaign',
})

/** A campaign in a list. */
export const ListedCampaignResponse = CampaignResponse.omit({ design: true, mjml: true, previousDesign: true })
  .extend({
    segment: z
      .object({ id: idOf('segment'), name: z.string() })
      .nullable()
      .meta({
        description: 'The segment of the audience. Null without one, or if it was deleted.',
        examples: [{ id: EXAMPLE_IDS.segment, name: 'Power users' }],
      }),
  })
  .meta({ id: 'ListedCampaign' })

const AudienceType = z.enum(AUDIENCE_TYPES)
const SegmentId = Id.nullable().meta({ description: 'Required for the audience type SEGMENT, ignored for others.' })
const AudienceCondition = ConditionField.nullable().meta({
  description: 'Required for the audience type FILTERED, ignored for others.',
})

const UTM_OF_LINKS =
  'UTM parameters for all web links. A parameter that a link has already, or whose value renders to nothing, is not ' +
  'added. Links with `clicktracking="off"` and links to unsubscribe stay as they are.'

const SEND_HINT = 'Schedule a draft with POST /campaigns/{id}/send'

const NoDate = z
  .unknown()
  .optional()
  .transform((date, context) => {
    if (date === undefined || date === null) return
    context.addIssue({ code: 'custom', message: SEND_HINT, params: { code: 'custom' } })
  })
  .meta({ description: `Null. ${SEND_HINT}.`, override: { type: 'null' } })

const MovedDate = z
  .string()
  .nullish()
  .meta({
    description:
      `Reschedules a scheduled campaign. A date in the past sends it now. ${MOMENT_FORMS}. Null changes nothing. To ` +
      'schedule a draft, use POST /campaigns/{id}/send.',
    examples: ['2026-12-01T09:00:00+01:00'],
  })

/** The campaign to create. */
export const NewCampaign = NewMessage.extend({
  scheduledFor: NoDate,
  audienceType: AudienceType.nullable().meta({
    description: 'Null to choose the audience later: until then the campaign cannot be sent.',
  }),
  segmentId: SegmentId.default(null),
  audienceCondition: AudienceCondition.default(null),
  utm: NewUtmField.nullish().meta({
    description: `${UTM_OF_LINKS} Parameters that are left out are those of the project (\`utm\`), if it has any.`,
  }),
})
  .superRefine(requireOneSource, besideOtherFaults)
  .superRefine((sent, context) => {
    const fault = missingAudience(sent)
    if (!fault) return
    const { field, message, code } = fault
    context.addIssue({ code: 'custom', path: [field], message, params: { code } })
  }, besideOtherFaults)
  .meta({ id: 'CampaignInput' })

/** The fields of a campaign to change; an omitted field stays as it is. */
export const CampaignPatch = MessagePatch.extend({
  scheduledFor: MovedDate,
  audienceType: AudienceType.optional(),
  segmentId: SegmentId.optional(),
  audienceCondition: AudienceCondition.optional(),
  utm: UtmField.nullable().optional().meta({ description: UTM_OF_LINKS }),
  archived: ArchivedPatch,
  ifUpdatedAt: IfUpdatedAt,
})
  .superRefine(refuseTwoSources, besideOtherFaults)
  .meta({ id: 'CampaignPatch' })

/** The query of GET /campaigns. */
export const CampaignListQuery = SortedOffsetQuery.extend({
  status: z.enum(CAMPAIGN_STATUSES).optional(),
  search: SearchText.optional().meta({ description: 'Part of the name, the subject or the sender address.' }),
  archived: ArchivedQuery,
})

/** The answer to deleting a campaign. */
export const CampaignDeletedResponse = z.object({ success: z.literal(true) }).meta({ id: 'CampaignDeleted' })

/** The recipient of a test. */
export const NewTest = z.object({ email: HeaderAddress }).meta({ id: 'TestRecipient' })

/** The answer to sending a test. */
export const TestSentResponse = z
  .object({ success: z.literal(true), message: z.string().meta({ examples: ['Test sent'] }) })
  .meta({ id: 'TestSent' })

const Count = z.int()
const Rate = z.number().meta({ description: 'Percentage of sent messages.', examples: [42.5] })

/** The progress and results of a campaign. */
export const CampaignStatsResponse = z
  .object({
    totalRecipients: Count.meta({ examples: [1_000] }),
    sentCount: Count.meta({ examples: [800] }),
    deliveredCount: Count,
    openedCount: Count.meta({ description: 'Counts recipients, not opens, like the other counts.' }),
    clickedCount: Count,
    bouncedCount: Count,
    complainedCount: Count,
    unsubscribedCount: Count.meta({
      description: 'Recipients who unsubscribed, excluding bounces and complaints.',
    }),
    failedCount: Count,
    skippedCount: Count,
    openRate: Rate,
    clickRate: Rate,
    bounceRate: Rate,
    deliveryRate: Rate,
    complaintRate: Rate,
    unsubscribeRate: Rate,
    recipientsPerSecond: z.number().nullable().meta({
      description: 'Time since sending started, excluding pauses. Null before that and after a cancellation.',
    }),
    estimatedCompletionAt: DateTime.nullable().meta({
      description: 'Null unless the campaign is being sent and makes progress.',
    }),
    deferred: z.partialRecord(z.enum(DEFERRAL_REASONS), Count).meta({
      description: 'Waiting recipients by reason. While the campaign is paused, all remaining recipients.',
      examples: [{ provider_throttled: 25 }],
    }),
  })
  .meta({ id: 'CampaignStats' })

/** The number of contacts that a campaign would reach. */
export const CampaignAudienceResponse = z
  .object({
    total: Count.meta({
      description: 'All contacts of the project or segment, or all that match the condition.',
      examples: [1_000],
    }),
    eligible: Count.meta({ description: 'Contacts that would receive the campaign.', examples: [900] }),
    unsubscribed: Count.meta({
      description: 'Always 0 for transactional email, which requires no consent.',
      examples: [90],
    }),
    suppressed: Count.meta({ description: 'Remaining contacts with a suppressed address.', examples: [10] }),
    exact: z.boolean().meta({
      description: 'False if counts are estimates because counting took too long.',
      examples: [true],
    }),
  })
  .meta({ id: 'CampaignAudience' })
