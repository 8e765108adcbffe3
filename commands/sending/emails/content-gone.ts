import { AppError } from '../../../models/domain/errors.js'

const WHY = {
  retention: 'its retention period has ended',
  contact_deleted: 'its contact was deleted',
  attachments: 'its attachments are kept only until the email is sent or has failed',
} as const

/** The error for an email whose content, or a part of it, is deleted. */
export function contentGone(reason: keyof typeof WHY): AppError {
  return new AppError('CONTENT_GONE', `The content of this email is no longer available: ${WHY[reason]}`, {
    details: { reason },
  })
}
