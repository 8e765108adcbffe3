import { getDomain } from 'tldts'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { domainOf, normaliseAddress } from '../../models/domain/addresses.js'
import type { Verdict } from '../../models/received-body.js'
import type { Dns } from '../../runtime/dns/resolver.js'
import { boundedResolver, type Resolve } from './bounded-resolver.js'
import { readSignedMessage } from './signed-message.js'

/** A message, and who handed it over. */
export interface Handed {
  raw: Uint8Array
  /** The address that the message shows as its sender, as the reader of messages finds it; null where there is none. */
  from: string | null
  /** The sender of the envelope; empty for a report. */
  sender: string
  /** The address of the client and the name that it gives itself. */
  client: string
  helo: string
}

/**
 * Whether the sender is who it says: in the words of SES
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
  /** Whether DNS gave no answer to a question, so that a proof may be missing. */
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
 * Examines a message by SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). DMARC passes only for the one address
 * that the message shows, and only by signatures of the whole body and of From, so that PASS means: the owner of its
 * domain sent it.
 */
export async function examineSender(handed: Handed, dns: Dns): Promise<SenderVerdicts> {
  const resolver = boundedResolver(dns, performance.now() + TIME_MS)
  const raw = Buffer.from(handed.raw.buffer, handed.raw.byteOffset, handed.raw.byteLength)
  const message = readSignedMessage(raw)
  const bySpf = await examineClient(handed, resolver)
  if (!message) return { spf: bySpf.verdict, dkim: 'PROCESSING_FAILED', dmarc: 'PROCESSING_FAILED' }
  const bySignature = await examineSignatures(message.bytes, handed.sender, resolver)
  const proofs = {
    spfDomain: bySpf.domain,
    dkimDomains: bySignature.domains,
    isIncomplete: [bySpf.verdict, bySignature.verdict].includes('PROCESSING_FAILED'),
  }
  const isShown = message.fromFields === 1 && handed.from !== null && isOnly(bySignature.shown, handed.from)
  const verdict = isShown && handed.from !== null ? await examineDomain(handed.from, proofs, resolver) : 'FAIL'
  return { spf: bySpf.verdict, dkim: bySignature.verdict, dmarc: verdict }
}

function isOnly(shown: readonly string[], from: string): boolean {
  return shown.length === 1 && normaliseAddress(shown[0] ?? '') === normaliseAddress(from)
}

async function examineClient({ sender, client: ip, helo }: Handed, resolver: Resolve) {
  const { status, domain } = await spf({ sender, ip, helo, resolver })
  const verdict = OF_SPF[status.result] ?? 'FAIL'
  return { verdict, domain: verdict === 'PASS' ? domain : null }
}

async function examineSignatures(bytes: Buffer, sender: string, resolver: Resolve) {
  // Without a sender, a header of the message would stand in for it.
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

/** RFC 6376, 5.4: a signature that does not cover From says nothing of the sender. */
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

/** RFC 7489, 3.1: the same domain, or where the policy is relaxed, the same organisational domain. */
function isAligned(proved: string, shown: string, isStrict: boolean | undefined): boolean {
  const name = proved.toLowerCase()
  if (name === shown) return true
  const organisation = getDomain(shown, { allowPrivateDomains: true })
  return !isStrict && organisation !== null && organisation === getDomain(name, { allowPrivateDomains: true })
}
