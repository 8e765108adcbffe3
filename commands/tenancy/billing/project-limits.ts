import { LRUCache } from 'lru-cache'
import type { BillingCategory, BillingLimits } from '../../../models/domain/billing.js'
import { Project } from '../../../models/project.js'

/** Whether the settings of the installation allow limits on emails. */
export interface BillingSettings {
  hasBilling: boolean
}

const FRESH_MS = 1_000
const MAX_PROJECTS = 10_000

const recentLimits = new LRUCache<string, { limits: Partial<BillingLimits> }>({
  max: MAX_PROJECTS,
  ttl: FRESH_MS,
  fetchMethod: readLimits,
})

/** The limit of a project, at most a second old, for frequent callers; null without a limit. */
export async function findRecentLimit(
  { hasBilling }: BillingSettings,
  projectId: string,
  category: BillingCategory,
): Promise<number | null> {
  return hasBilling ? ((await recentLimits.fetch(projectId))?.limits[category] ?? null) : null
}

/** The limit of a project as it is now; null without a limit. */
export async function findLimit(
  { hasBilling }: BillingSettings,
  projectId: string,
  category: BillingCategory,
): Promise<number | null> {
  if (!hasBilling) return null
  const read = await readLimits(projectId)
  recentLimits.set(projectId, read)
  return read.limits[category] ?? null
}

async function readLimits(projectId: string): Promise<{ limits: Partial<BillingLimits> }> {
  const project = await Project.findOne({ _id: projectId }, { billing: 1 }).lean()
  return { limits: project?.billing?.limits ?? {} }
}
