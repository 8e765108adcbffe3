import { getDomain } from 'tldts'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { domainOf, normaliseAddress } from '../../models/domain/addresses.js'
import type { Verdict } from '../../models/received-body.js'
import type { Dns } from '../../runtime/dns/resolver.js'
import { boundedResolver, type Resolve } from './bounded-resolver.js'
import { readSignedMessage } from './signed-message.js'

/** A received message, and the client that brought it. */
export interface ReceivedMail {
  raw: Uint8Array
  /**
   * The address that the message shows as its sender, as `readInboundMessage` finds it; null where the message has
   * none.
   */
  from: string | null
  /** The sender of the envelope; empty for a report (RFC 5321, 4.5.5). */
  sender: string
  /** The IP address of the client. `helo` is the name that the client gives itself. */
  client: string
  helo: string
}

/**
 * Whether the message comes from the sender that it names, in the words of SES
 * (docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html).
 */
export interface SenderVerdicts {
  spf: Verdict
  dkim: Verdict
  dmarc: Verdict
}

interface Proofs {
  /** The domain for which the client may send; null without one. */
  spfDomain: string | null
  dkimDomains: string[]
  /** Whether DNS left a question without an answer, so that a proof may be missing. */
  isIncomplete: boolean
}

const TIME_MS = 5_000
const OF_SPF: Record<string, Verdict> = {
  pass: 'PASS',
  neutral: 'GRAY',
  none: 'GRAY',
  temperror: 'PROCESSING_FAILED',
}

/**
 * Examines a message by SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). DMARC passes only where the message shows
 * exactly one sender address. DMARC counts only signatures that cover the whole body and From. PASS therefore means
 * that the owner of the address's domain sent the message.
 */
export async function examineSender(mail: ReceivedMail, dns: Dns): Promise<SenderVerdicts> {
  const resolver = boundedResolver(dns, performance.now() + TIME_MS)
  const raw = Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.byteLength)
  const message = readSignedMessage(raw)
  const bySpf = await examineClient(mail, resolver)
  if (!message) return { spf: bySpf.verdict, dkim: 'PROCESSING_FAILED', dmarc: 'PROCESSING_FAILED' }
  const bySignature = await examineSignatures(message.bytes, mail.sender, resolver)
  const proofs = {
    spfDomain: bySpf.domain,
    dkimDomains: bySignature.domains,
    isIncomplete: [bySpf.verdict, bySignature.verdict].includes('PROCESSING_FAILED'),
  }
  const isShown = message.fromFields === 1 && mail.from !== null && isOnly(bySignature.shown, mail.from)
  const verdict = isShown && mail.from !== null ? await examineDomain(mail.from, proofs, resolver) : 'FAIL'
  return { spf: bySpf.verdict, dkim: bySignature.verdict, dmarc: verdict }
}

function isOnly(shown: readonly string[], from: string): boolean {
  return shown.length === 1 && normaliseAddress(shown[0] ?? '') === normaliseAddress(from)
}

async function examineClient({ sender, client: ip, helo }: ReceivedMail, resolver: Resolve) {
  const { status, domain } = await spf({ sender, ip, helo, resolver })
  const verdict = OF_SPF[status.result] ?? 'FAIL'
  return { verdict, domain: verdict === 'PASS' ? domain : null }
}

async function examineSignatures(bytes: Buffer, sender: string, resolver: Resolve) {
  // Without a sender, the library would take the sender from a header of the message.
  const { results, headerFrom } = await dkimVerify(bytes, { resolver, sender: sender || 'postmaster@localhost' })
  const passed = results.filter(({ status }) => status.result === 'pass')
  const verdictOf = (): Verdict => {
    if (passed.length > 0) return 'PASS'
    if (results.some(({ status }) => status.result === 'temperror')) return 'PROCESSING_FAILED'
    return results.every(({ status }) => status.result === 'none') ? 'GRAY' : 'FAIL'
  }
  const domains = passed.filter(signsFrom).map(({ signingDomain }) => signingDomain)
  return { verdict: verdictOf(), domains, shown: headerFrom }
}

/** Whether a signature covers From. Without From, a signature says nothing about the sender (RFC 6376, 5.4). */
function signsFrom(result: object): boolean {
  const { signingHeaders } = result as { signingHeaders?: { keys?: string } }
  const names = signingHeaders?.keys?.toLowerCase().split(':') ?? []
  return names.some((name) => name.trim() === 'from')
}

async function examineDomain(from: string, proofs: Proofs, resolver: Resolve): Promise<Verdict> {
  const { spfDomain, dkimDomains, isIncomplete } = proofs
  const found = await dmarc({ headerFrom: [from], spfDomains: [], dkimDomains: [], resolver })
  if (!found) return 'FAIL'
  if (found.status.result === 'none') return 'GRAY'
  if (!('alignment' in found)) return 'PROCESSING_FAILED'
  const { alignment } = found
  const domain = domainOf(from).toLowerCase()
  const isProved =
    dkimDomains.some((signing) => isAligned(signing, domain, alignment.dkim.strict)) ||
    (spfDomain !== null && isAligned(spfDomain, domain, alignment.spf.strict))
  if (isProved) return 'PASS'
  return isIncomplete ? 'PROCESSING_FAILED' : 'FAIL'
}

/**
 * Whether two domains are aligned: they are the same or, under a relaxed policy, of one organisation (RFC 7489, 3.1).
 */
function isAligned(proved: string, shown: string, isStrict: boolean | undefined): boolean {
  const name = proved.toLowerCase()
  if (name === shown) return true
  const organisation = getDomain(shown, { allowPrivateDomains: true })
  return !isStrict && organisation !== null && organisation === getDomain(name, { allowPrivateDomains: true })
}
