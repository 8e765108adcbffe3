import type { ReserveSends } from '../../commands/sending/emails/reserve-sends.js'
import type { SendClass } from './permit-queue.js'
import { RateLimiter } from './rate-limiter.js'

/**
 * Waits for permits of several sends of a project; long only for the first. Returns how many permits are granted, and
 * when there are none, the ms after which to ask again.
 */
export type AcquirePermits = (projectId: string, wanted: number) => Promise<{ permits: number; retryAfterMs: number }>

/** The rate limits that all sends of a worker keep. */
export interface SendRate {
  permitsFor: (sendClass: SendClass) => AcquirePermits
  /** Grants no more permits and refuses the waiting sends, so that a worker can stop without them. */
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
  /** Called when the shared schedules cannot be reached; until they can, no permit is granted. */
  onFailure: (error: unknown) => void
}

// Long, because the account's rate delays all projects alike, and a waiting send keeps its place.
const TIMEOUT_MS: Record<SendClass, number> = { transactional: 20_000, workflow: 10_000, campaign: 10_000 }
// A project at its own limit must not occupy the worker slots of others.
const PROJECT_TIMEOUT_MS = 1_000
// For every permit after the first of several: the earlier ones must not expire meanwhile.
const FURTHER_TIMEOUT_MS = 500
const SHORTEST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000
const MANY_PROJECTS = 1_000

/**
 * Keeps the sends of all workers to the rate of the account, and those of each project to the rate of the project.
 * Mail of workflows and campaigns uses the shared limiter of the account. Transactional mail uses the shared or its
 * own limiter, whichever is sooner, and goes first in both.
 */
export function createSendRate(options: SendRateOptions): SendRate {
  const { accountRate, transactionalReserve, projectRate, reserve, onFailure } = options
  const limiter = (schedule: string, rateOf: () => number): RateLimiter =>
    new RateLimiter({ schedule, rateOf, reserve, onFailure })
  const shared = limiter('account:shared', () => accountRate() * (1 - transactionalReserve))
  const reserved = limiter('account:reserved', () => accountRate() * transactionalReserve)
  const projects = new Map<string, RateLimiter>()
  let isStopped = false

  const limiterOf = (projectId: string): RateLimiter => {
    if (projects.size > MANY_PROJECTS) deleteIdle(projects)
    const ofProject = projects.get(projectId) ?? limiter(`project:${projectId}`, () => projectRate)
    projects.set(projectId, ofProject)
    return ofProject
  }
  const accountLimiter = (sendClass: SendClass): RateLimiter => {
    if (sendClass !== 'transactional' || transactionalReserve === 0) return shared
    return reserved.urgentWaitMs <= shared.urgentWaitMs ? reserved : shared
  }

  const acquire = async (projectId: string, sendClass: SendClass, timeoutMs: number): Promise<number> => {
    // The narrower limit first: a send that its project's limit holds back must not use up a permit of the account.
    if (projectRate !== Infinity) {
      const ofProject = limiterOf(projectId)
      const waitMs = Math.min(timeoutMs, PROJECT_TIMEOUT_MS)
      if (!(await ofProject.acquire({ projectId, sendClass, timeoutMs: waitMs }))) return retryMs(ofProject)
    }
    if (accountRate() === Infinity) return 0
    const account = accountLimiter(sendClass)
    return (await account.acquire({ projectId, sendClass, timeoutMs })) ? 0 : retryMs(account)
  }

  return {
    permitsFor: (sendClass) => async (projectId, wanted) => {
      if (isStopped) return { permits: 0, retryAfterMs: SHORTEST_RETRY_MS }
      if (projectRate === Infinity && accountRate() === Infinity) return { permits: wanted, retryAfterMs: 0 }
      const first = acquire(projectId, sendClass, TIMEOUT_MS[sendClass])
      const further = Array.from({ length: wanted - 1 }, () => acquire(projectId, sendClass, FURTHER_TIMEOUT_MS))
      const waits = await Promise.all([first, ...further])
      const permits = waits.filter((ms) => ms === 0).length
      return { permits, retryAfterMs: permits > 0 ? 0 : Math.max(...waits) }
    },
    stop() {
      isStopped = true
      for (const each of [shared, reserved, ...projects.values()]) each.close()
    },
  }
}

// Jitter, so that sends that were refused together do not ask again together.
function retryMs(limiter: RateLimiter): number {
  const aboutMs = Math.min(LONGEST_RETRY_MS, Math.max(SHORTEST_RETRY_MS, limiter.backlogMs))
  return Math.round(aboutMs * (0.5 + Math.random()))
}

function deleteIdle(limiters: Map<string, RateLimiter>): void {
  for (const [projectId, limiter] of limiters) if (limiter.isIdle) limiters.delete(projectId)
}
