import { AddressList, type AddressListKind } from '../../../models/address-list.js'
import { isDomain } from '../../../models/domain/addresses.js'
import { AppError } from '../../../models/domain/errors.js'

// A document of MongoDB has at most 16 MB.
const MAX_BYTES = 8 * 1024 * 1024
const COMMENT = /^\s*(?:#|\/\/|$)/

/**
 * Replaces a list of domains by a text with one domain in each line. Empty lines and lines that begin with `#` or `//`
 * are skipped. Returns the number of domains. Throws BAD_REQUEST with the number of the line for any other line, and
 * BAD_REQUEST for an empty text and for one above 8 MB; then the list does not change.
 */
export async function refreshList(kind: AddressListKind, text: string): Promise<number> {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new AppError('BAD_REQUEST', 'The list is larger than 8 MB')
  const domains = new Set<string>()
  for (const [index, line] of text.split('\n').entries()) {
    if (COMMENT.test(line)) continue
    const domain = line.trim().toLowerCase()
    if (!isDomain(domain)) throw new AppError('BAD_REQUEST', `Line ${index + 1} is not a valid domain`)
    domains.add(domain)
  }
  if (domains.size === 0) throw new AppError('BAD_REQUEST', 'The list has no domains')
  const sorted = [...domains].toSorted((one, other) => (one < other ? -1 : 1)).join('\n')
  await AddressList.updateOne({ _id: kind }, { $set: { domains: sorted, count: domains.size } }, { upsert: true })
  return domains.size
}

/** Deletes a refreshed list, so that the shipped list is used again. */
export async function forgetList(kind: AddressListKind): Promise<void> {
  await AddressList.deleteOne({ _id: kind })
}
