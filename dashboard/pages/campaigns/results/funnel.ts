import { percentOf, type CampaignStats } from '../campaign.js'

/** A stage of a campaign, with its share of the stage that it is compared with. */
export interface Stage {
  name: 'recipients' | 'sent' | 'delivered' | 'opened' | 'clicked'
  count: number
  /** In percent: of the recipients for what was sent, and of what was sent for what follows. */
  percent: number | null
}

/** An outcome beside the funnel. */
export interface Outcome {
  name: 'bounced' | 'complained' | 'optedOut' | 'failed' | 'skipped'
  count: number
  /** Of what was sent; null for what was never sent. */
  percent: number | null
}

type Counts = Omit<CampaignStats, 'recipientsPerSecond' | 'estimatedCompletionAt' | 'deferred' | `${string}Rate`>

/** From the recipients to those who clicked. */
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

/** What became of the others. */
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

/** How wide the bar of a stage is, in percent of the widest one. */
export function widthOf({ count }: Stage, stages: readonly Stage[]): number {
  return percentOf(count, Math.max(...stages.map((stage) => stage.count))) ?? 0
}
