import { z } from 'zod'
import { idOf } from './ids.js'

/** The ids and names of resources that refer to another one; `title` names the object in generated clients. */
export const named = (kind: 'segment' | 'campaign' | 'template' | 'workflow', title: string, name: string) =>
  z.array(z.object({ id: idOf(kind), name: z.string().meta({ examples: [name] }) }).meta({ title }))

/** The resources of a project that refer to a field or an event. */
const UsageFields = {
  usedInSegments: named('segment', 'UsingSegment', 'Paying customers'),
  usedInCampaigns: named('campaign', 'UsingCampaign', 'Spring sale'),
  usedInWorkflows: named('workflow', 'UsingWorkflow', 'Onboarding'),
}

/** The references to a field, and the number of contacts that have it. */
export const FieldUsage = z
  .object({
    ...UsageFields,
    contactCount: z.int().meta({ examples: [42] }),
    isEstimate: z.boolean().meta({
      description: 'Whether `contactCount` is estimated, as for more than 10,000 contacts.',
      examples: [false],
    }),
  })
  .meta({ id: 'FieldUsage' })

/** The references to an event, the number of its occurrences and of its contacts. */
export const EventUsage = z
  .object({
    ...UsageFields,
    totalCount: z.int().meta({ examples: [128] }),
    uniqueContacts: z.int().meta({ examples: [42] }),
  })
  .meta({ id: 'EventUsage' })
