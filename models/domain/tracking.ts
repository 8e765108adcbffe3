import type { MessageType, SourceType } from './message-kinds.js'

/** Which messages of a project are tracked. */
export type TrackingSetting = 'ENABLED' | 'DISABLED' | 'MARKETING_ONLY'

/** The fields of a message that decide whether it is tracked. */
export interface TrackedKind {
  type: MessageType
  sourceType: SourceType
  /** The setting of the message itself; null: the project's setting applies. */
  tracking: boolean | null
}

/**
 * Whether opens and clicks of a message are tracked: by its setting, or else by the project's. Tests are never tracked.
 */
export function isTracked({ type, sourceType, tracking }: TrackedKind, setting: TrackingSetting): boolean {
  if (sourceType === 'TEST' || sourceType === 'INBOUND') return false
  return tracking ?? (setting === 'ENABLED' || (setting === 'MARKETING_ONLY' && type !== 'TRANSACTIONAL'))
}
