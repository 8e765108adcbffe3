/** How many names of each kind a project may have. */
export interface NameLimits {
  eventNames: number
  fields: number
}

const limits: NameLimits = { eventNames: 2_000, fields: 1_000 }

/** The limits of this process. */
export function nameLimits(): Readonly<NameLimits> {
  return limits
}

/**
 * The limit on names that come by a public key: half of `limit`, rounded down. Anybody who sees the key can make up
 * names, so the other half is left to requests with the secret key.
 */
export function publicShare(limit: number): number {
  return Math.floor(limit / 2)
}

/** Sets the limits of this process, once at its start. They are global because many paths store events or contacts. */
export function setNameLimits(given: NameLimits): void {
  Object.assign(limits, given)
}
