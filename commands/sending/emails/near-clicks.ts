import { projectsOf } from '../../../models/by-shard.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { BURST_MS, isOfMachine, type RecentClick } from '../../../models/domain/machine-bursts.js'
import { Hit, type HitRecord } from '../../../models/hit.js'

// Enough to show a burst. A flood of clicks on one email must not make its judgement slow.
const MAX_CLICKS = 64
// A pixel is judged by a click near it, and that click by the clicks near it.
const NEAR_MS = 2 * BURST_MS

/**
 * How long after a hit was stored the clicks near it show who sent it: the time of a burst, and a second for other
 * gateways to store theirs.
 */
export const SETTLED_AFTER_MS = 3_000

/** What the judgement of a hit needs. */
export type UnjudgedHit = Pick<HitRecord, 'projectId' | 'emailId' | 'at' | 'linkDigest' | 'agent' | 'isProbe'>

/**
 * For each hit, whether a machine that names itself as a browser has sent it, by the clicks on its email that all
 * gateways have stored.
 */
export async function judgeHits(hits: readonly UnjudgedHit[]): Promise<boolean[]> {
  if (hits.length === 0) return []
  const times = hits.map(({ at }) => at.getTime())
  const clicks = await Hit.find(
    {
      ...onEmailsOf(hits),
      at: { $gte: new Date(Math.min(...times) - NEAR_MS), $lte: new Date(Math.max(...times) + NEAR_MS) },
      kind: 'clicked',
      $or: [{ isMachine: false }, { isProbe: true }],
    },
    { emailId: 1, at: 1, linkDigest: 1, agent: 1, isProbe: 1 },
  ).lean()
  const byEmail = groupBy(clicks, ({ emailId }) => emailId)
  return hits.map(({ emailId, at, linkDigest = null, agent, isProbe }) => {
    const distance = (click: { at: Date }): number => Math.abs(click.at.getTime() - at.getTime())
    const near = (byEmail.get(emailId) ?? [])
      .filter((click) => distance(click) <= NEAR_MS)
      .toSorted((one, other) => distance(one) - distance(other))
      .slice(0, MAX_CLICKS)
      .map(asClick)
    return isOfMachine({ at, link: linkDigest, agent, isProbe }, near)
  })
}

/** The filter of the hits on the emails of some hits. */
export function onEmailsOf(hits: readonly Pick<HitRecord, 'projectId' | 'emailId'>[]) {
  return {
    projectId: projectsOf(hits),
    emailId: { $in: [...new Set(hits.map(({ emailId }) => emailId))] },
  }
}

function asClick({
  at,
  linkDigest = '',
  agent,
  isProbe,
}: Omit<RecentClick, 'link'> & { linkDigest?: string }): RecentClick {
  return { at, link: linkDigest, agent, isProbe }
}
