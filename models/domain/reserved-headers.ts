// They say who sends, to whom, and how the message is built and told apart.
const OWN = [
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
// Mail servers write them on the way (RFC 5321, 4.4; RFC 8601; RFC 7208, 9.1). One that finds its own takes the message
// for a loop, or believes what it reads.
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
// Instructions for the API of a relay, which may name recipients.
const OF_RELAYS = ['x-smtpapi', 'x-msys-api']
const RESERVED: ReadonlySet<string> = new Set([...OWN, ...OF_SERVERS, ...OF_RELAYS])
// Parts; a message sent once more, whose `Resent-Bcc` some servers send to (RFC 5322, 3.6.6); ARC (RFC 8617); SES,
// whose headers choose the configuration set, the tags and the authorisation, and other relays.
const FAMILIES = ['content-', 'resent-', 'arc-', 'x-ses-', 'x-mailgun-', 'x-mailin-', 'x-mc-', 'x-mj-', 'x-pm-']

/**
 * Whether a header, named in any letter case, is of the service, of mail servers or of relays: no request may set it.
 */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return RESERVED.has(lower) || FAMILIES.some((family) => lower.startsWith(family))
}
