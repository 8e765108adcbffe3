import type { z } from 'zod'
import type { OutcomesOfInterval } from '../../commands/base/counters/campaign-counters.js'
import type { CampaignLinkRecord } from '../../models/campaign-link.js'
import type { CampaignInterval, CampaignLinkResponse } from '../schemas/campaign-results.js'

/** A link of a campaign as the API shows it. */
export function presentCampaignLink(link: CampaignLinkRecord): z.input<typeof CampaignLinkResponse> {
  return {
    url: link.url,
    clicks: link.clicks,
    uniqueClicks: link.uniqueClicks,
    firstClickAt: link.firstClickAt.toISOString(),
    lastClickAt: link.lastClickAt.toISOString(),
  }
}

/** The outcomes of a campaign in an interval as the API shows them. */
export function presentInterval(outcomes: OutcomesOfInterval): z.input<typeof CampaignInterval> {
  return {
    start: outcomes.start.toISOString(),
    sent: outcomes.sent,
    delivered: outcomes.delivered,
    opens: outcomes.opened,
    clicks: outcomes.clicked,
    bounces: outcomes.bounced,
    complaints: outcomes.complained,
    unsubscribes: outcomes.unsubscribed,
  }
}
