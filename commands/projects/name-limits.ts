/** How many names of its own a project may have. */
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
 * The limit on names that come by a public key: half, rounded down. Anybody who sees the key may make up names, and the
 * other half is left to the project itself.
 */
export function publicShare(limit: number): number {
  return Math.floor(limit / 2)
}

/** Sets the limits of this process, once at its start: names arrive by every path that stores events or contacts. */
export function setNameLimits(given: NameLimits): void {
  Object.assign(limits, given)
}
