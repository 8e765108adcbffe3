import type { ReserveSends } from '../../commands/emails/reserve-sends.js'
import { Lane } from './lane.js'
import type { SendClass } from './waiters.js'

/** Waits until one send of a project may leave: 0 when it may, else after how many ms to ask again. */
export type AcquirePermit = (projectId: string) => Promise<number>

/**
 * Waits until sends of a project may leave: how many of those wanted may, without waiting long for more than one; or
 * none, and after how many ms to ask again.
 */
export type AcquirePermits = (projectId: string, wanted: number) => Promise<{ turns: number; retryAfterMs: number }>

/** The pace of all sends. */
export interface SendRate {
  permitsFor: (sendClass: SendClass) => AcquirePermit
  /** Turns of campaign mail, several at once. */
  acquirePermits: AcquirePermits
  /** Gives no more turns and lets nobody wait, so that a worker that ends need not wait either. */
  stop(): void
}

export interface SendRateOptions {
  /** Sends a second of the whole account, as far as is known now; Infinity when it has no limit. */
  accountRate: () => number
  /** The share of it that only transactional mail may use, from 0 to below 1. */
  transactionalReserve: number
  /** Sends a second of each project; Infinity for no limit. */
  projectRate: number
  reserve: ReserveSends
  /** The schedules cannot be reached, and turns go on without them. */
  onFailure: (error: unknown) => void
}

// As long as an activity may sit there: the account's rate holds up everybody alike, and waiting keeps the order.
const PATIENCE_MS: Record<SendClass, number> = { transactional: 20_000, workflow: 10_000, campaign: 10_000 }
// A project at its own limit must not occupy the workers of others.
const PROJECT_PATIENCE_MS = 1_000
// For turns beyond the first of several: what was gathered must not grow old.
const TOGETHER_PATIENCE_MS = 500
const SHORTEST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
const MANY_PROJECTS = 1_000

/**
 * Keeps all sends of an account to its rate, whichever worker they leave from, and those of each project to
 * theirs. Mail of workflows and campaigns waits in the shared lane, workflows' first; transactional mail takes
 * whichever of the shared and its own lane is sooner, and goes first in both. What is alike goes by projects in turn.
 */
export function createSendRate(options: SendRateOptions): SendRate {
  const { accountRate, transactionalReserve, projectRate, reserve, onFailure } = options
  const lane = (schedule: string, rateOf: () => number): Lane => new Lane({ schedule, rateOf, reserve, onFailure })
  const shared = lane('account:shared', () => accountRate() * (1 - transactionalReserve))
  const reserved = lane('account:reserved', () => accountRate() * transactionalReserve)
  const projects = new Map<string, Lane>()
  let isStopped = false

  const laneOf = (projectId: string): Lane => {
    if (projects.size > MANY_PROJECTS) forgetIdle(projects)
    const known = projects.get(projectId) ?? lane(`project:${projectId}`, () => projectRate)
    projects.set(projectId, known)
    return known
  }
  const accountLane = (sendClass: SendClass): Lane => {
    if (sendClass !== 'transactional' || transactionalReserve === 0) return shared
    return reserved.urgentWaitMs <= shared.urgentWaitMs ? reserved : shared
  }

  const take = async (projectId: string, sendClass: SendClass, patienceMs: number): Promise<number> => {
    // The narrower limit first: a turn of the account is not to be taken for what cannot leave.
    if (projectRate !== Infinity) {
      const own = laneOf(projectId)
      const isOurs = await own.take({ projectId, sendClass, patienceMs: Math.min(patienceMs, PROJECT_PATIENCE_MS) })
      if (!isOurs) return retryMs(own)
    }
    if (accountRate() === Infinity) return 0
    const lane = accountLane(sendClass)
    return (await lane.take({ projectId, sendClass, patienceMs })) ? 0 : retryMs(lane)
  }

  return {
    permitsFor: (sendClass) => (projectId) => take(projectId, sendClass, PATIENCE_MS[sendClass]),
    async acquirePermits(projectId, wanted) {
      if (isStopped) return { turns: 0, retryAfterMs: SHORTEST_RETRY_MS }
      if (projectRate === Infinity && accountRate() === Infinity) return { turns: wanted, retryAfterMs: 0 }
      const first = take(projectId, 'campaign', PATIENCE_MS.campaign)
      const more = Array.from({ length: wanted - 1 }, () => take(projectId, 'campaign', TOGETHER_PATIENCE_MS))
      const waits = await Promise.all([first, ...more])
      const turns = waits.filter((ms) => ms === 0).length
      return { turns, retryAfterMs: turns > 0 ? 0 : Math.max(...waits) }
    },
    stop() {
      isStopped = true
      for (const each of [shared, reserved, ...projects.values()]) each.close()
    },
  }
}

// Spread out, so that what was put off together does not come back together.
function retryMs(lane: Lane): number {
  const aboutMs = Math.min(LONGEST_RETRY_MS, Math.max(SHORTEST_RETRY_MS, lane.backlogMs))
  return Math.round(aboutMs * (0.5 + Math.random()))
}

function forgetIdle(lanes: Map<string, Lane>): void {
  for (const [key, lane] of lanes) if (lane.isIdle) lanes.delete(key)
}
