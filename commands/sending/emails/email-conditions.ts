import type { EmailFilter } from '../../../models/domain/email-filter.js'
import { searchedEmails } from './search-emails.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

/** The MongoDB condition of emails by which their recipients unsubscribed. */
export const UNSUBSCRIBED_BY = { unsubscribedAt: { $gt: new Date(0) } }

/** The MongoDB conditions of the parts of a filter of emails, by the fields of the email; its times are left out. */
export function emailConditions({
  statuses,
  to,
  unsubscribed,
  search,
  from: _from,
  until: _until,
  ...equal
}: EmailFilter) {
  const given = Object.entries(equal).filter(([, value]) => value !== undefined)
  const conditions: Record<string, unknown> = {
    ...Object.fromEntries(given),
    ...(to === undefined ? {} : { to: spelledAs(to) }),
    ...(statuses ? { status: { $in: statuses } } : {}),
    ...(unsubscribed ? UNSUBSCRIBED_BY : {}),
    ...(search === undefined ? {} : searchedEmails(search)),
  }
  return conditions
}
