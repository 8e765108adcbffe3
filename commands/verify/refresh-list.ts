import { AddressList, type AddressListKind } from '../../models/address-list.js'
import { isDomain } from '../../models/domain/addresses.js'
import { AppError } from '../../models/domain/errors.js'

// MongoDB takes 16 MB in a document.
const MAX_BYTES = 8 * 1024 * 1024
const COMMENT = /^\s*(?:#|\/\/|$)/

/**
 * Replaces a list of domains by a text with one domain in each line; empty lines and those that begin with `#` or `//`
 * are passed over. Returns how many domains it has. Throws BAD_REQUEST, naming the line, for anything else, for an
 * empty list and for one above 8 MB: the list stays as it was then.
 */
export async function refreshList(kind: AddressListKind, text: string): Promise<number> {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new AppError('BAD_REQUEST', 'The list is larger than 8 MB')
  const domains = new Set<string>()
  for (const [index, line] of text.split('\n').entries()) {
    if (COMMENT.test(line)) continue
    const domain = line.trim().toLowerCase()
    if (!isDomain(domain)) throw new AppError('BAD_REQUEST', `Line ${index + 1} is no domain`)
    domains.add(domain)
  }
  if (domains.size === 0) throw new AppError('BAD_REQUEST', 'The list has no domains')
  const sorted = [...domains].toSorted((one, other) => (one < other ? -1 : 1)).join('\n')
  await AddressList.updateOne({ _id: kind }, { $set: { domains: sorted, count: domains.size } }, { upsert: true })
  return domains.size
}

/** Goes back to the list that is shipped. */
export async function forgetList(kind: AddressListKind): Promise<void> {
  await AddressList.deleteOne({ _id: kind })
}
