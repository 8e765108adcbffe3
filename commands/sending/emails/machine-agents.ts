import crawlers from 'crawler-user-agents'
import { LRUCache } from 'lru-cache'

// Proxies of mailboxes that fetch an image when a person opens the message: the open is a person's.
const MAILBOX_PROXIES = /GoogleImageProxy|YahooMailProxy/

// Mail gateways that open and click before the recipient does. The lists of crawlers do not name them.
const SCANNERS = [
  // Apple's Mail Privacy Protection loads every image on arrival and sends only this prefix.
  /^Mozilla\/5\.0$/,
  /barracuda/i,
  /proofpoint|urldefense/i,
  /mimecast/i,
  /BingPreview|safe-?links|Microsoft Office (Existence|Protocol) Discovery|ms-office-link-preview/i,
  /symantec|messagelabs/i,
  /fireeye|trellix/i,
  /trend ?micro/i,
  /ironport|cisco[ -](secure|esa)/i,
  /sophos|zscaler|forcepoint|websense|fortiguard|fortinet|checkpoint|avanan|vadesecure|hornetsecurity/i,
  /link ?(check|scan)|url ?scan|virustotal|phish/i,
]

// linear: the patterns come from a package, and MAX_LENGTH bounds the texts that they are applied to.
const CRAWLERS = crawlers.map(({ pattern }) => new RegExp(pattern))

const MAX_LENGTH = 512
// The recipients of one campaign use few programs, and matching the long list of patterns is slow.
const cache = new LRUCache<string, boolean>({ max: 5_000 })

/**
 * Whether a user agent belongs to a program that opens or clicks without a person: a privacy proxy, a mail scanner, a
 * crawler or a script. An empty user agent counts as a machine's, because every browser and mail program names itself.
 */
export function isMachineAgent(userAgent: string): boolean {
  const agent = userAgent.trim().slice(0, MAX_LENGTH)
  const cached = cache.get(agent)
  if (cached !== undefined) return cached
  const isMachine = decide(agent)
  cache.set(agent, isMachine)
  return isMachine
}

function decide(userAgent: string): boolean {
  if (userAgent === '') return true
  if (MAILBOX_PROXIES.test(userAgent)) return false
  return SCANNERS.some((pattern) => pattern.test(userAgent)) || CRAWLERS.some((pattern) => pattern.test(userAgent))
}
