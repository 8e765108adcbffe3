import { percentOf, type CampaignStats } from '../campaign.js'

/** A stage of a campaign, with its share of the stage before it. */
export interface Stage {
  name: 'recipients' | 'sent' | 'delivered' | 'opened' | 'clicked'
  count: number
  /** In percent: sent emails as a share of the recipients, every later stage as a share of the sent emails. */
  percent: number | null
}

/** An outcome beside the funnel. */
export interface Outcome {
  name: 'bounced' | 'complained' | 'optedOut' | 'failed' | 'skipped'
  count: number
  /** The share of the sent emails; null for emails that were never sent. */
  percent: number | null
}

type Counts = Omit<CampaignStats, 'recipientsPerSecond' | 'estimatedCompletionAt' | 'deferred' | `${string}Rate`>

/** The stages from the recipients to clicks. */
export function stagesOf(stats: Counts): Stage[] {
  const { totalRecipients, sentCount } = stats
  return [
    { name: 'recipients', count: totalRecipients, percent: null },
    { name: 'sent', count: sentCount, percent: percentOf(sentCount, totalRecipients) },
    { name: 'delivered', count: stats.deliveredCount, percent: percentOf(stats.deliveredCount, sentCount) },
    { name: 'opened', count: stats.openedCount, percent: percentOf(stats.openedCount, sentCount) },
    { name: 'clicked', count: stats.clickedCount, percent: percentOf(stats.clickedCount, sentCount) },
  ]
}

/** The other outcomes. */
export function outcomesOf(stats: Counts): Outcome[] {
  const { sentCount } = stats
  return [
    { name: 'bounced', count: stats.bouncedCount, percent: percentOf(stats.bouncedCount, sentCount) },
    { name: 'complained', count: stats.complainedCount, percent: percentOf(stats.complainedCount, sentCount) },
    { name: 'optedOut', count: stats.unsubscribedCount, percent: percentOf(stats.unsubscribedCount, sentCount) },
    { name: 'failed', count: stats.failedCount, percent: null },
    { name: 'skipped', count: stats.skippedCount, percent: null },
  ]
}

/** The width of the bar of a stage, in percent of the widest one. */
export function widthOf({ count }: Stage, stages: readonly Stage[]): number {
  return percentOf(count, Math.max(...stages.map((stage) => stage.count))) ?? 0
}
