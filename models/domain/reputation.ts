/** The numbers of a project's sent messages, bounces and complaints over some time. */
export interface MailCounts {
  total: number
  bounces: number
  complaints: number
}

/** Counts with their rates in percent of the sent messages, to a thousandth. */
export interface MailRates extends MailCounts {
  bounceRate: number
  complaintRate: number
}

export type ReputationLevel = 'healthy' | 'warning' | 'critical'

const MEASURES = ['bounce7Day', 'bounceAllTime', 'complaint7Day', 'complaintAllTime'] as const

/** A measure of a project's reputation. */
export type ReputationMeasure = (typeof MEASURES)[number]

/** The counts of a project's mail of the last seven days and of all time. */
export interface ReputationCounts {
  sevenDay: MailCounts
  allTime: MailCounts
}

/**
 * The reputation of a project: its rates, the level of each measure, and sentences about measures that are not healthy.
 */
export interface Reputation {
  sevenDay: MailRates
  allTime: MailRates
  /** The rates by which the levels are judged: those of the mail that no decision has excluded. */
  judged: { sevenDay: MailRates; allTime: MailRates }
  levels: Record<ReputationMeasure, ReputationLevel>
  /** Sentences about the critical measures. */
  violations: string[]
  warnings: string[]
  /** Whether a measure is only not critical because fewer than `LEAST_SENT` messages were sent so far. */
  isUndecided: boolean
}

/** The least messages by which a rate is judged: with fewer, one bounce of ten may be chance. */
export const LEAST_SENT = 100

/**
 * The least bounces and complaints of a critical level. At a rate of 0.15 % one complaint of a hundred mails would be
 * critical; with fewer cases a measure is at the level `warning` at most.
 */
export const LEAST_CASES = { bounces: 15, complaints: 5 } as const

/** The percentages from which a measure is at the levels `warning` and `critical`. */
export const REPUTATION_LIMITS: Record<ReputationMeasure, { warning: number; critical: number }> = {
  bounce7Day: { warning: 5, critical: 10 },
  bounceAllTime: { warning: 4, critical: 8 },
  complaint7Day: { warning: 0.075, critical: 0.15 },
  complaintAllTime: { warning: 0.03, critical: 0.12 },
}

const NAMES: Record<ReputationMeasure, string> = {
  bounce7Day: 'The bounce rate of the last 7 days',
  bounceAllTime: 'The all-time bounce rate',
  complaint7Day: 'The complaint rate of the last 7 days',
  complaintAllTime: 'The all-time complaint rate',
}

/**
 * The percentages from which a campaign that is being sent harms its project. They are the lowest of the critical
 * limits, so that a project that only one campaign makes critical has that campaign paused first.
 */
export const CAMPAIGN_LIMITS = {
  bounces: Math.min(REPUTATION_LIMITS.bounce7Day.critical, REPUTATION_LIMITS.bounceAllTime.critical),
  complaints: Math.min(REPUTATION_LIMITS.complaint7Day.critical, REPUTATION_LIMITS.complaintAllTime.critical),
} as const

/**
 * Judges the reputation of a project. The rates are those of `counts`; the levels are those of the `judged` counts,
 * which lack the mail that a decision has excluded.
 */
export function judgeReputation(counts: ReputationCounts, judgedCounts: ReputationCounts = counts): Reputation {
  const judged = { sevenDay: ratesOf(judgedCounts.sevenDay), allTime: ratesOf(judgedCounts.allTime) }
  const measured = {
    bounce7Day: bounceMeasure(judged.sevenDay),
    bounceAllTime: bounceMeasure(judged.allTime),
    complaint7Day: complaintMeasure(judged.sevenDay),
    complaintAllTime: complaintMeasure(judged.allTime),
  }
  const isBeyond = (measure: ReputationMeasure): boolean =>
    measured[measure].hasCases && measured[measure].rate >= REPUTATION_LIMITS[measure].critical
  const levelOf = (measure: ReputationMeasure): ReputationLevel => {
    const { rate, sent } = measured[measure]
    if (sent < LEAST_SENT) return 'healthy'
    if (isBeyond(measure)) return 'critical'
    return rate >= REPUTATION_LIMITS[measure].warning ? 'warning' : 'healthy'
  }
  const levels = {
    bounce7Day: levelOf('bounce7Day'),
    bounceAllTime: levelOf('bounceAllTime'),
    complaint7Day: levelOf('complaint7Day'),
    complaintAllTime: levelOf('complaintAllTime'),
  }
  const say = (level: 'warning' | 'critical'): string[] =>
    MEASURES.filter((measure) => levels[measure] === level).map(
      (measure) =>
        `${NAMES[measure]} is ${measured[measure].rate}%. Keep it below ${REPUTATION_LIMITS[measure][level]}%`,
    )
  const [sevenDay, allTime] = [ratesOf(counts.sevenDay), ratesOf(counts.allTime)]
  const isUndecided = MEASURES.some((measure) => measured[measure].sent < LEAST_SENT && isBeyond(measure))
  return { sevenDay, allTime, judged, levels, violations: say('critical'), warnings: say('warning'), isUndecided }
}

/**
 * Whether so many bounces or complaints of the mail of one campaign are a reason to pause it. `undecided` says that
 * they would be one if at least `LEAST_SENT` messages had been sent.
 */
export function judgeCampaign(counts: MailCounts): 'harmless' | 'undecided' | 'harmful' {
  const { total, bounces, complaints, bounceRate, complaintRate } = ratesOf(counts)
  const isBeyond =
    (bounces >= LEAST_CASES.bounces && bounceRate >= CAMPAIGN_LIMITS.bounces) ||
    (complaints >= LEAST_CASES.complaints && complaintRate >= CAMPAIGN_LIMITS.complaints)
  if (!isBeyond) return 'harmless'
  return total < LEAST_SENT ? 'undecided' : 'harmful'
}

/** The rates of counts. They are true for any number of messages, and 0 without one. */
export function ratesOf({ total, bounces, complaints }: MailCounts): MailRates {
  return { total, bounces, complaints, bounceRate: percent(bounces, total), complaintRate: percent(complaints, total) }
}

interface Measured {
  rate: number
  sent: number
  /** Whether there are enough cases for the level `critical`. */
  hasCases: boolean
}

function bounceMeasure({ bounceRate, total, bounces }: MailRates): Measured {
  return { rate: bounceRate, sent: total, hasCases: bounces >= LEAST_CASES.bounces }
}

function complaintMeasure({ complaintRate, total, complaints }: MailRates): Measured {
  return { rate: complaintRate, sent: total, hasCases: complaints >= LEAST_CASES.complaints }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100_000 * part) / whole) / 1_000
}
