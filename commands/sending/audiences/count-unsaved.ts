import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { Addressed } from '../../audience/contacts/audience.js'
import type { AudienceCount } from './count-audience.js'
import { requireSelectable } from '../../audience/contacts/selected-contacts.js'
import { countInTime } from './count-in-time.js'

/** How many contacts an audience has, whether that was counted or estimated, and some of them. */
export interface UnsavedCount {
  counted: Omit<AudienceCount, 'sampleIds'>
  isExact: boolean
  sample: ContactRecord[]
}

/**
 * Counts an audience that no campaign stores, by the rule of campaigns (`countInTime`). Throws as that, and
 * VALIDATION_ERROR with the path of what the condition refers to and does not exist.
 */
export async function countUnsaved(audience: Addressed, patienceMs?: number): Promise<UnsavedCount> {
  const { projectId, segmentId, audienceCondition: condition } = audience
  await requireSelectable(projectId, { segmentId: segmentId ?? undefined, condition: condition ?? undefined })
  const { counted: all, isExact } = await countInTime(audience, patienceMs)
  const { sampleIds, ...counted } = all
  const sample = await Contact.find({ _id: { $in: sampleIds }, projectId }, { activity: 0, campaigns: 0 }).lean()
  return { counted, isExact, sample }
}
