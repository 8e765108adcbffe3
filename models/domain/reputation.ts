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

/**
 * The reputation of a project: its rates, the level of each measure, and sentences about measures that are not healthy.
 */
export interface Reputation {
  sevenDay: MailRates
  allTime: MailRates
  levels: Record<ReputationMeasure, ReputationLevel>
  /** Sentences about the critical measures. */
  violations: string[]
  warnings: string[]
}

/** The least messages by which a rate is judged: with fewer, one bounce of ten may be chance. */
export const LEAST_SENT = 100

/** The percentages from which a measure is at the levels `warning` and `critical`. */
export const REPUTATION_LIMITS: Record<ReputationMeasure, { warning: number; critical: number }> = {
  bounce7Day: { warning: 5, critical: 10 },
  bounceAllTime: { warning: 4, critical: 8 },
  complaint7Day: { warning: 0.075, critical: 0.15 },
  complaintAllTime: { warning: 0.03, critical: 0.12 },
}

const NAMES: Record<ReputationMeasure, string> = {
  bounce7Day: 'The bounce rate of the last seven days',
  bounceAllTime: 'The bounce rate of all time',
  complaint7Day: 'The complaint rate of the last seven days',
  complaintAllTime: 'The complaint rate of all time',
}

/** Judges the reputation of a project by its counts of the last seven days and of all time. */
export function judgeReputation(counts: { sevenDay: MailCounts; allTime: MailCounts }): Reputation {
  const [sevenDay, allTime] = [ratesOf(counts.sevenDay), ratesOf(counts.allTime)]
  const rates: Record<ReputationMeasure, [rate: number, sent: number]> = {
    bounce7Day: [sevenDay.bounceRate, sevenDay.total],
    bounceAllTime: [allTime.bounceRate, allTime.total],
    complaint7Day: [sevenDay.complaintRate, sevenDay.total],
    complaintAllTime: [allTime.complaintRate, allTime.total],
  }
  const levelOf = (measure: ReputationMeasure): ReputationLevel => {
    const [rate, sent] = rates[measure]
    if (sent < LEAST_SENT) return 'healthy'
    if (rate >= REPUTATION_LIMITS[measure].critical) return 'critical'
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
        `${NAMES[measure]} is ${rates[measure][0]} %: it must stay below ${REPUTATION_LIMITS[measure][level]} %`,
    )
  return { sevenDay, allTime, levels, violations: say('critical'), warnings: say('warning') }
}

function ratesOf({ total, bounces, complaints }: MailCounts): MailRates {
  return { total, bounces, complaints, bounceRate: percent(bounces, total), complaintRate: percent(complaints, total) }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100_000 * part) / whole) / 1_000
}
