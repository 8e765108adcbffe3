import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { Addressed } from '../../audience/contacts/audience.js'
import { countAudience, type AudienceCount } from '../campaigns/count-audience.js'
import { requireSelectable } from '../../audience/contacts/selected-contacts.js'
import { isTooSlow } from '../../base/listing/scan.js'
import { estimateAudience } from './estimate-audience.js'

const PATIENCE_MS = 2_000

/** How many contacts an audience has, whether that was counted or estimated, and some of them. */
export interface UnsavedCount {
  counted: Omit<AudienceCount, 'sampleIds'>
  isExact: boolean
  sample: ContactRecord[]
}

/**
 * Counts an audience that no campaign stores, by the rule of campaigns. When counting takes longer than `patienceMs`,
 * the numbers are estimated from a random part of the contacts. Throws RESOURCE_NOT_FOUND for an unknown segment,
 * VALIDATION_ERROR with the path of what the condition refers to and does not exist, BAD_REQUEST for a condition that
 * is too large, and SERVICE_UNAVAILABLE when even the estimate takes too long.
 */
export async function countUnsaved(audience: Addressed, patienceMs = PATIENCE_MS): Promise<UnsavedCount> {
  const { projectId, segmentId, audienceCondition: condition } = audience
  await requireSelectable(projectId, { segmentId: segmentId ?? undefined, condition: condition ?? undefined })
  const exact = await countWithin(audience, patienceMs)
  const { sampleIds, ...counted } = exact ?? (await estimateAudience(audience))
  const sample = await Contact.find({ _id: { $in: sampleIds }, projectId }, { activity: 0, campaigns: 0 }).lean()
  return { counted, isExact: exact !== null, sample }
}

async function countWithin(audience: Addressed, patienceMs: number): Promise<AudienceCount | null> {
  try {
    return await countAudience(audience, patienceMs)
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}
