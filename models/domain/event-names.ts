// Characters that are not visible. `Default_Ignorable_Code_Point` holds fillers and variation selectors.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The name of the events that record an ignored trigger. Such events start nothing. */
export const IGNORED_TRIGGER = 'workflow.ignored'

/** The names that are reserved for events of the service. */
export const RESERVED_EVENTS =
  /^(?:email\.|contact\.(?:un)?subscribed$|segment\..+\.(?:entry|exit)$|workflow\.ignored$)/s

/** Whether an event name is reserved for events of the service. */
export function isReservedEvent(name: string): boolean {
  return RESERVED_EVENTS.test(name)
}

/**
 * Whether a name is not reserved but looks like a reserved name: in another letter case, or with other forms of the
 * same characters (Unicode Standard Annex 15, NFKC), such as `EMAIL.CLICK`. Such a name would deceive a reader of a
 * list of events.
 */
export function isLookAlike(name: string): boolean {
  const plain = name.normalize('NFKC').toLowerCase().trim()
  return plain !== name && isReservedEvent(plain) && !isReservedEvent(name)
}

/** Whether a name has control or invisible characters, so that two names could look the same. */
export function hasInvisible(name: string): boolean {
  return INVISIBLE.test(name)
}
