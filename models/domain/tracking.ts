/** Whose opens and clicks a project wants to know of. */
export type TrackingSetting = 'ENABLED' | 'DISABLED' | 'MARKETING_ONLY'

/** What decides whether a message is tracked. */
export interface TrackedKind {
  type: 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS'
  sourceType: 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW' | 'INBOUND' | 'TEST'
  /** The message's own wish; null leaves it to the project. */
  tracking: boolean | null
}

/** Whether the opens and clicks of a message are tracked: its own wish first, then the project's; tests never are. */
export function isTracked({ type, sourceType, tracking }: TrackedKind, setting: TrackingSetting): boolean {
  if (sourceType === 'TEST' || sourceType === 'INBOUND') return false
  return tracking ?? (setting === 'ENABLED' || (setting === 'MARKETING_ONLY' && type !== 'TRANSACTIONAL'))
}
