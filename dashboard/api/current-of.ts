import { ApiError } from './api-error.js'
import type { Answer, Endpoint } from './client.js'

/**
 * The version of the record that another user has saved, as the endpoint answers it, when this is why a change was
 * refused; null otherwise.
 */
export function currentOf<E extends Endpoint>(_endpoint: E, error: unknown): Answer<E> | null {
  const isStale = error instanceof ApiError && error.details['reason'] === 'stale'
  return isStale ? ((error.details['current'] ?? null) as Answer<E> | null) : null
}
