import { domainToASCII } from 'node:url'
import { domainOf } from '../../models/domain/addresses.js'
import { hasSubscriptionLink } from '../../models/rendering/footer.js'
import { encodeHeaderText, encodePhrase, encodeSubject, foldHeader, oneLine } from './header-text.js'
import type { Mailbox, MessageInput } from './mime.js'

/** A header that is written as it stands. */
export interface PreparedHeader {
  key: string
  value: { prepared: true; value: string }
}

// These say who sends, to whom and how the message is built: no request may set them.
const OWN =
  /^(?:from|to|cc|bcc|subject|date|message-id|mime-version|content-.*|dkim-signature|return-path|received|sender)$/i
// These steer the provider's account (configuration set, tags, sending authorisation), not the message.
const PROVIDER = /^x-ses-/i

/** Every header of a message but those that describe its parts, encoded and folded. */
export function headersOf(input: MessageInput): PreparedHeader[] {
  const headers = [
    prepared('From', encodeMailbox(input.from)),
    prepared('To', encodeMailbox(input.to)),
    prepared('Subject', encodeSubject(input.subject)),
  ]
  const optional = new Map(optionalHeaders(input).map(([name, value]) => [name.toLowerCase(), prepared(name, value)]))
  const custom = customHeaders(input.headers ?? {})
  if (custom.has('list-unsubscribe') || custom.has('list-unsubscribe-post')) {
    // The pair belongs together: whoever gives one half answers for both.
    optional.delete('list-unsubscribe')
    optional.delete('list-unsubscribe-post')
  }
  return [...headers, ...new Map([...optional, ...custom]).values()]
}

/** The address as it travels: the domain in ASCII (RFC 5890), unless the local part needs SMTPUTF8 anyway. */
export function encodeAddress(address: string): string {
  const clean = oneLine(address).replaceAll(/[\s<>]/g, '')
  const domain = domainOf(clean)
  const local = clean.slice(0, clean.length - domain.length)
  return /^[\x21-\x7e]*$/.test(local) ? local + (domainToASCII(domain) || domain) : clean
}

function encodeMailbox({ address, name }: Mailbox): string {
  const addressed = `<${encodeAddress(address)}>`
  return name === undefined || oneLine(name) === '' ? addressed : `${encodePhrase(name)} ${addressed}`
}

function optionalHeaders(input: MessageInput): [name: string, value: string][] {
  const { emailId, projectId, campaignId, sourceType, type, replyTo } = input
  const headers: [string, string][] = [
    ['X-Email-Id', oneLine(emailId)],
    // Mailbox providers group complaints by these four (Google's Feedback-ID).
    ['Feedback-ID', oneLine(`${campaignId ?? sourceType}:${projectId}:${type}:posthorn`)],
  ]
  if (replyTo) headers.push(['Reply-To', encodeMailbox({ address: replyTo })])
  const unsubscribeUrl = unsubscribeUrlOf(input)
  if (unsubscribeUrl) {
    headers.push(['List-Unsubscribe', `<${oneLine(unsubscribeUrl).replaceAll(/[\s<>]/g, '')}>`])
    headers.push(['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'])
  }
  if (campaignId && type !== 'TRANSACTIONAL') {
    headers.push(['Precedence', 'bulk'], ['Auto-Submitted', 'auto-generated'])
  }
  return headers
}

// A transactional message offers to unsubscribe only when its author does.
function unsubscribeUrlOf({ type, html, unsubscribeUrl, manageUrl }: MessageInput): string | undefined {
  if (!unsubscribeUrl || type !== 'TRANSACTIONAL') return unsubscribeUrl
  return hasSubscriptionLink(html, { unsubscribeUrl, manageUrl: manageUrl ?? unsubscribeUrl })
    ? unsubscribeUrl
    : undefined
}

function customHeaders(given: Record<string, string>): Map<string, PreparedHeader> {
  const headers = new Map<string, PreparedHeader>()
  for (const [name, value] of Object.entries(given)) {
    if (!/^[A-Za-z0-9-]{1,76}$/.test(name) || OWN.test(name) || PROVIDER.test(name)) continue
    headers.set(name.toLowerCase(), prepared(name, encodeHeaderText(value.replaceAll(/[ \t]+/g, ' '))))
  }
  return headers
}

function prepared(key: string, value: string): PreparedHeader {
  // RFC 8058 asks for the unsubscribe pair to be easy to sign and to read: one line each.
  const isWhole = /^list-/i.test(key)
  return { key, value: { prepared: true, value: isWhole ? value : foldHeader(key, value) } }
}
