import type { CountsOfOrigin, EmailCounter, Origin, OriginCounter } from '../../../models/daily-count.js'

/** The campaign, the template and the workflow that an email comes from. */
export type EmailOrigins = Partial<Record<`${Origin}Id`, string | null>>

const COUNTERS: Partial<Record<EmailCounter | 'unsubscribed', OriginCounter>> = {
  sentTransactional: 'sent',
  sentCampaign: 'sent',
  sentWorkflow: 'sent',
  delivered: 'delivered',
  opened: 'opened',
  clicked: 'clicked',
  bounced: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
}

/** The counter of an origin, and of the parts of a day, that a counter of emails increases too. */
export function outcomeOf(counter: EmailCounter | 'unsubscribed'): OriginCounter | undefined {
  return COUNTERS[counter]
}

/** Adds up the counters of emails by the campaign, the template and the workflow of each. */
export function countByOrigin(
  emails: readonly { origins: EmailOrigins; counted: readonly (EmailCounter | 'unsubscribed')[] }[],
): CountsOfOrigin[] {
  const sums = new Map<string, CountsOfOrigin>()
  for (const { origins, counted } of emails) {
    for (const counter of counted.flatMap((name) => COUNTERS[name] ?? [])) {
      for (const [origin, id] of originsIn(origins)) {
        const key = `${origin}:${id}`
        const { counts, ...of } = sums.get(key) ?? { origin, id, counts: {} }
        sums.set(key, { ...of, counts: { ...counts, [counter]: (counts[counter] ?? 0) + 1 } })
      }
    }
  }
  return [...sums.values()]
}

function originsIn({ campaignId, templateId, workflowId }: EmailOrigins): [Origin, string][] {
  return [
    ...(campaignId ? [['campaign', campaignId] as [Origin, string]] : []),
    ...(templateId ? [['template', templateId] as [Origin, string]] : []),
    ...(workflowId ? [['workflow', workflowId] as [Origin, string]] : []),
  ]
}
