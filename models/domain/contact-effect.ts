import { applyDataPatch, type DataPatch } from './data.js'

/** A contact as a change finds it; `data` with literal keys. */
export interface FoundContact {
  subscribed: boolean
  isSnoozed: boolean
  data: Record<string, unknown>
}

/** What a change comes to for one contact. */
export interface ContactEffect {
  /** A custom field gets another value, comes or goes. */
  changesData: boolean
  flips: boolean
  endsSnooze: boolean
}

/**
 * Works out what a patch of custom fields and a stated subscription change of a contact; undefined states none.
 * Values that are there already are no change. Throws VALIDATION_ERROR when the result would break the limits on
 * custom fields.
 */
export function contactEffect(
  contact: FoundContact,
  { patch, subscribed }: { patch: DataPatch; subscribed: boolean | undefined },
): ContactEffect {
  const { data } = contact
  applyDataPatch(data, patch)
  const flips = subscribed !== undefined && subscribed !== contact.subscribed
  return {
    changesData: changesAny(data, patch),
    flips,
    endsSnooze: subscribed !== undefined && !flips && contact.isSnoozed,
  }
}

function changesAny(data: Record<string, unknown>, { set, unset }: DataPatch): boolean {
  if (unset.some((key) => Object.hasOwn(data, key))) return true
  return Object.entries(set).some(([key, value]) => !Object.hasOwn(data, key) || data[key] !== value)
}
