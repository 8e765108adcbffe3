import { LRUCache } from 'lru-cache'
import type { BillingCategory, BillingLimits } from '../../models/domain/billing.js'
import { Project } from '../../models/project.js'

/** Whether emails are limited at all, by the settings of the installation. */
export interface BillingSettings {
  hasBilling: boolean
}

const KNOWN_MS = 1_000
const MAX_PROJECTS = 10_000

const known = new LRUCache<string, { limits: Partial<BillingLimits> }>({
  max: MAX_PROJECTS,
  ttl: KNOWN_MS,
  fetchMethod: readLimits,
})

/** The limit of a project as it was a second ago at most, for what asks often; null: none. */
export async function findRecentLimit(
  { hasBilling }: BillingSettings,
  projectId: string,
  category: BillingCategory,
): Promise<number | null> {
  return hasBilling ? ((await known.fetch(projectId))?.limits[category] ?? null) : null
}

/** The limit of a project as it is now; null: none. */
export async function findLimit(
  { hasBilling }: BillingSettings,
  projectId: string,
  category: BillingCategory,
): Promise<number | null> {
  if (!hasBilling) return null
  const read = await readLimits(projectId)
  known.set(projectId, read)
  return read.limits[category] ?? null
}

async function readLimits(projectId: string): Promise<{ limits: Partial<BillingLimits> }> {
  const project = await Project.findOne({ _id: projectId }, { billing: 1 }).lean()
  return { limits: project?.billing?.limits ?? {} }
}
