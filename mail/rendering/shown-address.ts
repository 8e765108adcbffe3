import { parseUrl } from '../../models/domain/url.js'

const SCHEME_FOR_PEOPLE = /^(mailto|tel|sms):/i
// The characters that an address may hold unencoded. Brackets are left out, because only a host may have them (RFC
// 3986, 2).
const UNSAFE = /[^!#$%&'()*+,./0-9:;=?@A-Z_a-z~-]/gu
const PLAIN = /^[!#$%&'()*+,./0-9:;=?@A-Z_a-z~-]*$/
const NOT_SHOWN = /^(?:#|javascript:|data:|vbscript:|cid:)/i

/**
 * The address of a link as the text version shows it; empty for a link that does not lead out of its document. Mail and
 * telephone addresses are shown as people write them. Other addresses are shown so that a reader can follow them
 * between angle brackets, which a blank or a bracket within would end (RFC 3986, appendix C).
 */
export function shownAddress(href: string): string {
  const address = href.trim()
  if (NOT_SHOWN.test(address)) return ''
  const scheme = SCHEME_FOR_PEOPLE.exec(address)?.[0]
  if (scheme === undefined) return encoded(address)
  const [recipient = ''] = address.slice(scheme.length).split('?')
  return decoded(recipient).replaceAll(/\s+/g, ' ').trim()
}

/** A value within an address, as the text version shows it; not for the addresses of mail and telephones. */
export function shownInAddress(value: string): string {
  return PLAIN.test(value) ? value : value.replaceAll(UNSAFE, percentEncoded)
}

/** Whether an address is shown without its scheme, as people write it. */
export function isForPeople(href: string): boolean {
  return SCHEME_FOR_PEOPLE.test(href.trim())
}

/** Whether the words of a link, without their white space, are the address that it shows. */
export function isLabelOf(words: string, address: string): boolean {
  if (words === address.replaceAll(/\s/g, '') || shownAddress(words) === address) return true
  // Letter case does not distinguish mailboxes, but it distinguishes the paths of pages.
  return address.includes('@') && !/[/:]/.test(address) && words.toLowerCase() === address.toLowerCase()
}

function encoded(address: string): string {
  return PLAIN.test(address) ? address : shownInAddress(withAsciiHost(address))
}

function percentEncoded(character: string): string {
  // Half of a surrogate pair has no encoding.
  return encodeURIComponent(/^\p{Cs}/u.test(character) ? '\ufffd' : character)
}

function withAsciiHost(address: string): string {
  const [, scheme, host] = /^(https?:\/\/)([^/?#:@\s]+)/i.exec(address) ?? []
  if (scheme === undefined || host === undefined || PLAIN.test(host)) return address
  const ascii = parseUrl(`http://${host}`)?.hostname ?? host
  return scheme + ascii + address.slice(scheme.length + host.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
