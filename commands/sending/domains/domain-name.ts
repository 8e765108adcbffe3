import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { isDomain } from '../../../models/domain/addresses.js'
import { parseUrl } from '../../../models/domain/url.js'

const MAX_LENGTH = 253

/**
 * The stored spelling of a domain that mail can be sent from: in lower case, without a dot at the end, other scripts as
 * punycode. A URL of the web stands for its host. Null for a text that is no domain, and for a public suffix
 * (publicsuffix.org, with its private part), because a person who can register names below a suffix does not own it.
 */
export function readDomainName(text: string): string | null {
  const name = domainToASCII(hostOf(text.trim().toLowerCase()).replace(/\.$/, ''))
  if (name.length < 3 || name.length > MAX_LENGTH || !isDomain(name)) return null
  const { isIp, domain } = parse(name, { allowPrivateDomains: true })
  return isIp || domain === null ? null : name
}

function hostOf(text: string): string {
  if (!/^https?:\/\//.test(text)) return text
  return parseUrl(text)?.hostname ?? ''
}
