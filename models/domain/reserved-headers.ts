// The sender, recipients, structure and identity of the message.
const OF_MESSAGE = [
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'apparently-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'x-email-id',
]
// Mail servers write these headers in transit (RFC 5321, 4.4; RFC 8601; RFC 7208, 9.1). A server that finds its own
// header assumes a loop, or trusts the content.
const OF_SERVERS = [
  'return-path',
  'received',
  'received-spf',
  'delivered-to',
  'x-original-to',
  'authentication-results',
  'dkim-signature',
  'domainkey-signature',
]
// Instructions for the API of a relay. They may name recipients.
const OF_RELAYS = ['x-smtpapi', 'x-msys-api']
const RESERVED: ReadonlySet<string> = new Set([...OF_MESSAGE, ...OF_SERVERS, ...OF_RELAYS])
// Headers of MIME parts; of resent messages, because some servers send to `Resent-Bcc` (RFC 5322, 3.6.6); of ARC (RFC
// 8617); of SES, which choose the configuration set, the tags and the authorisation; and of other relays.
const FAMILIES = ['content-', 'resent-', 'arc-', 'x-ses-', 'x-mailgun-', 'x-mailin-', 'x-mc-', 'x-mj-', 'x-pm-']

/**
 * Whether a header, in any letter case, belongs to the service, to mail servers or to relays. Requests may not set it.
 */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED.has(lower) || FAMILIES.some((family) => lower.startsWith(family))
}
