import { verify, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../models/domain/errors.js'
import { parseUrl } from '../../models/domain/url.js'
import { signedText, type SnsMessage } from './message.js'

/** The topics and certificates that this installation trusts. */
export interface SnsTrust {
  /** The accepted topics; an empty list accepts any topic. */
  topicArns: readonly string[]
  /** Accepted origins of certificates besides AWS's own; for development only. */
  trustedOrigins: readonly string[]
}

const AWS_HOST = /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?$/
const FETCH_TIMEOUT_MS = 5_000
const MAX_CERTIFICATE_BYTES = 64 * 1024

// SNS changes its certificate about once a year, and gives the new one a new address.
const certificates = new LRUCache<string, X509Certificate>({ max: 20 })

/** Whether an address belongs to SNS or to a trusted origin. */
export function isSnsAddress(address: string, { trustedOrigins }: SnsTrust): boolean {
  const url = parseUrl(address)
  if (!url) return false
  return trustedOrigins.includes(url.origin) || (url.protocol === 'https:' && !url.port && AWS_HOST.test(url.hostname))
}

/**
 * Verifies that SNS signed a message for an accepted topic. Throws FORBIDDEN for any other message, and
 * SERVICE_UNAVAILABLE when the certificate cannot be fetched, so that SNS tries again.
 */
export async function verifySnsMessage(message: SnsMessage, trust: SnsTrust): Promise<void> {
  if (trust.topicArns.length > 0 && !trust.topicArns.includes(message.TopicArn)) throw refused('an unknown topic')
  if (!isSnsAddress(message.SigningCertURL, trust)) throw refused('a certificate from elsewhere')
  const certificate = await fetchCertificate(message.SigningCertURL)
  const now = Date.now()
  if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) {
    throw refused('an expired certificate')
  }
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  const signature = Buffer.from(message.Signature, 'base64')
  if (!verify(algorithm, Buffer.from(signedText(message)), certificate.publicKey, signature)) {
    throw refused('a wrong signature')
  }
}

/** Fetches an address of SNS, without following redirects. Throws SERVICE_UNAVAILABLE when that fails. */
export async function fetchFromSns(address: string): Promise<string> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    const text = await response.text()
    if (!response.ok || text.length > MAX_CERTIFICATE_BYTES) throw new Error(`SNS answered ${response.status}`)
    return text
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', 'SNS could not be asked', { cause })
  }
}

async function fetchCertificate(address: string): Promise<X509Certificate> {
  const cached = certificates.get(address)
  if (cached) return cached
  const pem = await fetchFromSns(address)
  const certificate = readCertificate(pem)
  certificates.set(address, certificate)
  return certificate
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    throw new AppError('FORBIDDEN', 'The notification carries no certificate', { cause })
  }
}

function refused(reason: string): AppError {
  return new AppError('FORBIDDEN', `The notification was refused: it has ${reason}`)
}
