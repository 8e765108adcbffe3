import { applyDataPatch, isDataChanged, type DataPatch } from './data.js'

/** A contact before a change; `data` has literal keys. */
export interface FoundContact {
  subscribed: boolean
  isSnoozed: boolean
  data: Record<string, unknown>
}

/** Effect of a change on one contact. */
export interface ContactEffect {
  /** Whether a custom field is added, changed or removed. */
  changesData: boolean
  flips: boolean
  endsSnooze: boolean
}

/**
 * Computes the effect of a patch of custom fields and a subscription (undefined: unchanged) on a contact. Setting a
 * field to its current value is no change. Throws VALIDATION_ERROR when the result exceeds the limits on custom fields.
 */
export function contactEffect(
  contact: FoundContact,
  { patch, subscribed }: { patch: DataPatch; subscribed: boolean | undefined },
): ContactEffect {
  const { data } = contact
  applyDataPatch(data, patch)
  const flips = subscribed !== undefined && subscribed !== contact.subscribed
  return {
    changesData: isDataChanged(data, patch),
    flips,
    endsSnooze: subscribed !== undefined && !flips && contact.isSnoozed,
  }
}
