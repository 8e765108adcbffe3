import { parseUrl } from '../../models/domain/url.js'

const SCHEME_FOR_PEOPLE = /^(mailto|tel|sms):/i
// The characters that an address may hold as they are, but for brackets, which only a host may have (RFC 3986, 2).
const UNSAFE = /[^!#$%&'()*+,./0-9:;=?@A-Z_a-z~-]/gu
const PLAIN = /^[!#$%&'()*+,./0-9:;=?@A-Z_a-z~-]*$/
const NOT_SHOWN = /^(?:#|javascript:|data:|vbscript:|cid:)/i

/**
 * The address of a link as the text version shows it; empty for one that leads nowhere outside of its document. Mail
 * and telephone addresses are shown as people write them; others as a reader can follow them between angle brackets,
 * which a blank or a bracket within would end (RFC 3986, appendix C).
 */
export function shownAddress(href: string): string {
  const address = href.trim()
  if (NOT_SHOWN.test(address)) return ''
  const scheme = SCHEME_FOR_PEOPLE.exec(address)?.[0]
  if (scheme === undefined) return encoded(address)
  const [recipient = ''] = address.slice(scheme.length).split('?')
  return decoded(recipient).replaceAll(/\s+/g, ' ').trim()
}

/** A value within an address that is neither for mail nor for a telephone, as the text version shows it there. */
export function shownInAddress(value: string): string {
  return PLAIN.test(value) ? value : value.replaceAll(UNSAFE, percentEncoded)
}

/** Whether an address is shown without its scheme, as people write it. */
export function isForPeople(href: string): boolean {
  return SCHEME_FOR_PEOPLE.test(href.trim())
}

/** Whether the words of a link, without the white space between them, are the address that it shows. */
export function isLabelOf(words: string, address: string): boolean {
  if (words === address.replaceAll(/\s/g, '') || shownAddress(words) === address) return true
  // The same mailbox in another case; in the path of a page, the case tells two apart.
  return address.includes('@') && !/[/:]/.test(address) && words.toLowerCase() === address.toLowerCase()
}

function encoded(address: string): string {
  return PLAIN.test(address) ? address : shownInAddress(withAsciiHost(address))
}

function percentEncoded(character: string): string {
  // Half of a character has no encoding.
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
