import type { z } from 'zod'
import type { SessionRecord } from '../../models/session.js'
import type { SessionResponse } from '../schemas/session.js'

/** A sign-in as the API shows it to its user; `current` is the id of the session of the request. */
export function presentSession(
  { _id: id, userAgent, network, createdAt, lastUsedAt, expiresAt }: SessionRecord,
  current: string | undefined,
): z.input<typeof SessionResponse> {
  return {
    id,
    userAgent,
    network,
    current: id === current,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
