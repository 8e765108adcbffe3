import { domainToASCII } from 'node:url'
import { domainOf } from '../../models/domain/addresses.js'
import { encodeHeaderText, encodeSubject, oneLine } from './header-text.js'
import type { Mailbox, MessageInput } from './message-input.js'

/** A header for the composer: prepared by us, or a text that the composer encodes. */
interface Header {
  key: string
  value: string | { prepared: true; foldLines: boolean; value: string }
}

// These say who sends, to whom and how the message is built: no request may set them.
const OWN =
  /^(?:from|to|cc|bcc|subject|date|message-id|mime-version|content-.*|dkim-signature|return-path|received|sender)$/i
// These steer the provider's account (configuration set, tags, sending authorisation), not the message.
const PROVIDER = /^x-ses-/i

// The composer takes these only as text of its own to encode.
const ENCODED_BY_COMPOSER = /^(?:reply-to|references)$/i

const LONGEST_NAME = 255
const LONGEST_LINE = 900

/** The headers of a message that neither address it nor describe its parts, encoded and folded. */
export function headersOf(input: MessageInput): Header[] {
  const own = new Map(ownHeaders(input).map(([name, value]) => [name.toLowerCase(), prepared(name, value)]))
  const custom = customHeaders(input.headers ?? {})
  if (custom.has('list-unsubscribe') || custom.has('list-unsubscribe-post')) {
    // The pair belongs together: a request that gives one half replaces both.
    own.delete('list-unsubscribe')
    own.delete('list-unsubscribe-post')
  }
  return [prepared('Subject', encodeSubject(input.subject)), ...new Map([...own, ...custom]).values()]
}

/** Whether the request brings a header of its own by this name, in lower case. */
export function hasCustomHeader(input: MessageInput, name: string): boolean {
  return Object.keys(input.headers ?? {}).some((given) => given.toLowerCase() === name)
}

/** The mailbox as an object, which the composer does not parse: a name cannot become an address. */
export function mailboxOf({ address, name = '' }: Mailbox): { address: string; name: string } {
  // Readers decode encoded words even between quotes, so a name must not look like one.
  const shown = oneLine(name).replaceAll(/ {2,}/g, ' ').replaceAll('=?', '= ?')
  const cut = shown.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, '')
  return { address: encodeAddress(address), name: cut.trim() }
}

/** The address for the wire: its domain in ASCII (RFC 5890), unless the local part needs SMTPUTF8 anyway. */
export function encodeAddress(address: string): string {
  const clean = oneLine(address).replaceAll(/[\s<>]/g, '')
  const domain = domainOf(clean)
  const local = clean.slice(0, clean.length - domain.length)
  return /^[\x21-\x7e]*$/.test(local) ? local + (domainToASCII(domain) || domain) : clean
}

function ownHeaders(input: MessageInput): [name: string, value: string][] {
  const { emailId, projectId, campaignId, sourceType, type, unsubscribeUrl } = input
  const headers: [string, string][] = [
    ['X-Email-Id', emailId],
    // Mailbox providers group complaints by these four (Google's Feedback-ID).
    ['Feedback-ID', `${campaignId ?? sourceType}:${projectId}:${type}:posthorn`],
  ]
  if (unsubscribeUrl) {
    headers.push(['List-Unsubscribe', `<${oneLine(unsubscribeUrl).replaceAll(/[\s<>]/g, '')}>`])
    headers.push(['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'])
  }
  if (campaignId && type !== 'TRANSACTIONAL') {
    headers.push(['Precedence', 'bulk'], ['Auto-Submitted', 'auto-generated'])
  }
  return headers
}

function customHeaders(given: Record<string, string>): Map<string, Header> {
  const headers = new Map<string, Header>()
  for (const [name, value] of Object.entries(given)) {
    if (!/^[A-Za-z0-9-]{1,76}$/.test(name) || OWN.test(name) || PROVIDER.test(name)) continue
    const text = oneLine(value).replaceAll(/ {2,}/g, ' ')
    const isText = ENCODED_BY_COMPOSER.test(name)
    headers.set(name.toLowerCase(), isText ? { key: name, value: text } : prepared(name, text))
  }
  return headers
}

function prepared(key: string, text: string): Header {
  const value = encodeHeaderText(text)
  // RFC 8058 asks for the unsubscribe pair to be easy to sign and to read: one line each.
  const isWhole = /^list-/i.test(key) && value.length <= LONGEST_LINE
  return { key, value: { prepared: true, foldLines: !isWhole, value } }
}
