import {
  BILLING_CATEGORIES,
  stateOfLimit,
  type BillingCategory,
  type BillingLimits,
  type LimitState,
} from '../../../models/domain/billing.js'
import { notFound } from '../../../models/domain/errors.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { readTalliedUsage, refreshTallies } from './lease-emails.js'

/** New limits; an undefined one stays as it is. */
export type LimitsPatch = { [C in BillingCategory]?: number | null | undefined }

/** How much of each limit of a project is used up this month. */
export async function describeLimits({
  _id,
  billing,
}: Pick<ProjectRecord, '_id' | 'billing'>): Promise<Record<BillingCategory, LimitState>> {
  const usage = await readTalliedUsage(_id)
  const states = BILLING_CATEGORIES.map((category) => {
    return [category, stateOfLimit(billing?.limits?.[category] ?? null, usage[category])] as const
  })
  return Object.fromEntries(states) as Record<BillingCategory, LimitState>
}

/**
 * Changes the limits of a project. They hold for the next send by any gateway; workers know them within a second.
 * Throws RESOURCE_NOT_FOUND.
 */
export async function changeLimits(projectId: string, patch: LimitsPatch): Promise<ProjectRecord> {
  const entries = Object.entries(patch).filter(
    (entry): entry is [BillingCategory, number | null] => entry[1] !== undefined,
  )
  const set: Record<string, BillingLimits[BillingCategory]> = {}
  for (const [category, limit] of entries) set[`billing.limits.${category}`] = limit
  return throughProjectCaches(async () => {
    const project = await Project.findOneAndUpdate(
      { _id: projectId },
      { $set: set },
      { returnDocument: 'after' },
    ).lean()
    if (!project) throw notFound('project', projectId)
    // Without a limit, emails are accepted that the tallies do not know of.
    await refreshTallies(projectId)
    return project
  })
}
