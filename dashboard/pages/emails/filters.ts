import { EMAIL_STATUSES, type EmailStatus } from '../../../models/domain/email-status.js'

/** The filters of the list of emails, as its address holds them. */
export interface EmailFilters {
  status?: EmailStatus | undefined
  to?: string | undefined
  contactId?: string | undefined
}

/** Reads the filters from an address that anybody may have written. */
export function readEmailFilters(search: Record<string, unknown>): EmailFilters {
  const { status, to, contactId } = search
  return {
    status: EMAIL_STATUSES.find((one) => one === status),
    to: typeof to === 'string' && to !== '' ? to : undefined,
    contactId: typeof contactId === 'string' && contactId !== '' ? contactId : undefined,
  }
}

/** Whether anything is filtered. */
export function isFiltered({ status, to, contactId }: EmailFilters): boolean {
  return status !== undefined || to !== undefined || contactId !== undefined
}
