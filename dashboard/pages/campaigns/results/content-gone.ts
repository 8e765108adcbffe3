import { ApiError } from '../../../api/api-error.js'

/** Whether the content of an email is no longer kept, or the email itself. */
export function isContentGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'CONTENT_GONE' || error.status === 404)
}
