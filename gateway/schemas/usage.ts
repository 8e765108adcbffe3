import { z } from 'zod'
import { idOf } from './ids.js'

const named = (kind: 'segment' | 'campaign' | 'workflow', name: string) =>
  z.array(z.object({ id: idOf(kind), name: z.string().meta({ examples: [name] }) }))

/** What of a project refers to something. */
const UsageFields = {
  usedInSegments: named('segment', 'Paying customers'),
  usedInCampaigns: named('campaign', 'Spring sale'),
  usedInWorkflows: named('workflow', 'Onboarding'),
}

/** What refers to a field, and how many contacts have it. */
export const FieldUsage = z
  .object({ ...UsageFields, contactCount: z.int().meta({ examples: [42] }) })
  .meta({ id: 'FieldUsage' })

/** What refers to an event, how often it happened and to how many contacts. */
export const EventUsage = z
  .object({
    ...UsageFields,
    totalCount: z.int().meta({ examples: [128] }),
    uniqueContacts: z.int().meta({ examples: [42] }),
  })
  .meta({ id: 'EventUsage' })
