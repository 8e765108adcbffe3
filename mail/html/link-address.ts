import { domainToASCII } from 'node:url'

// RFC 3986, 2.2 and 2.3, and the percent sign of an escape.
const NO_URI_CHARACTERS = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g
const AUTHORITY = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)/i
const NAMED = /^(?:mailto|tel|sms):/i
// Addresses that lead nowhere outside of the document or its program.
const NOWHERE = /^(?:#|javascript:|data:|cid:|about:|vbscript:)/i

/** An `href` as a browser reads it: without the white space around it and the line ends and tabs in it (WHATWG URL, 4.4). */
export function cleanHref(href: string): string {
  return href.replaceAll(/[\t\n\r]/g, '').trim()
}

/**
 * The address of a link as the text version shows it: a web address without characters that would end it (RFC 3986,
 * appendix C), the decoded address or number of `mailto:`, `tel:` and `sms:`. Empty for a link within the document.
 */
export function shownAddress(href: string): string {
  const clean = cleanHref(href)
  if (NOWHERE.test(clean)) return ''
  if (!NAMED.test(clean)) return asciiHost(clean).replaceAll(NO_URI_CHARACTERS, encodeLoosely)
  const [named = ''] = clean.slice(clean.indexOf(':') + 1).split('?', 1)
  return decodeLoosely(named)
    .replaceAll(/[\s<>\p{Cc}]+/gu, ' ')
    .trim()
}

/** Whether the text of a link says its shown address already; white space does not count. */
export function isSaidByLabel(label: string, shown: string): boolean {
  const [words, address] = [label, shown].map((text) => text.replaceAll(/[\s\u200b]+/g, ''))
  if (words === address) return true
  if (/^[^/]*@[^/]*$/.test(shown)) return words?.toLowerCase() === address?.toLowerCase()
  return /^\+?[\d().-]+$/.test(address ?? '') && digitsOf(words) === digitsOf(address)
}

function digitsOf(text = ''): string {
  return text.replaceAll(/[().-]/g, '')
}

// A host is no place for percent signs.
function asciiHost(address: string): string {
  const found = AUTHORITY.exec(address)
  if (!found?.[2] || /^[!-~]*$/.test(found[2])) return address
  const [whole, scheme = '', host] = found
  const name = /^[^@:[\]]*/.exec(host)?.[0] ?? ''
  return scheme + (domainToASCII(name) || name) + host.slice(name.length) + address.slice(whole.length)
}

function encodeLoosely(characters: string): string {
  return encodeURIComponent(characters.toWellFormed())
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
