import { ApiError } from '../../../api/api-error.js'

/** Whether the content of an email, or the email itself, is no longer stored. */
export function isContentGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'CONTENT_GONE' || error.status === 404)
}
