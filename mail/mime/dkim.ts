import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { domainToASCII } from 'node:url'
import DKIM from 'nodemailer/lib/dkim'
import { domainOf } from '../../models/domain/addresses.js'

/** Signs a project's message from a sender address. A message for whose sender there is no key stays as it is. */
export type SignMessage = (message: { projectId: string; from: string }, raw: Buffer) => Promise<Buffer>

export interface DkimOptions {
  domain: string
  selector: string
  /** An RSA key as PEM, PKCS 1 or 8. */
  privateKey: string
}

const SHORTEST_KEY_BITS = 1_024

// RFC 6376, 5.4.1, and the headers that mailbox providers want signed in bulk mail: nothing may change the opt-out.
const SIGNED_HEADERS = [
  'From',
  'Sender',
  'Reply-To',
  'To',
  'Cc',
  'Subject',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Feedback-ID',
].join(':')

/**
 * Signs messages of one domain (RFC 6376, with relaxed canonicalisation of header and body). The domain must be the
 * sender's, because a signature of another domain would prove nothing. Throws an Error that explains the fault of the
 * key.
 */
export function createDkimSigner({ domain, selector, privateKey }: DkimOptions): SignMessage {
  dkimKeyOf(privateKey)
  const pem = pemOf(privateKey)
  const domainName = domainToASCII(domain.toLowerCase())
  const dkim = new DKIM({ domainName, keySelector: selector, privateKey: pem, headerFieldNames: SIGNED_HEADERS })
  return async ({ from }, raw) => {
    if (domainToASCII(domainOf(from).toLowerCase()) !== domainName) return raw
    return buffer(dkim.sign(raw))
  }
}

/**
 * The text of the key in the setting DKIM_PRIVATE_KEY, which holds the PEM text or the name of a file. Throws where the
 * file cannot be read.
 */
export function privateKeyText(setting: string): string {
  return setting.startsWith('-----BEGIN') ? setting : readFileSync(setting, 'utf8')
}

/** The key of a PEM text. Throws an Error that explains its fault. */
export function dkimKeyOf(privateKey: string): KeyObject {
  const key = createPrivateKey(pemOf(privateKey))
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < SHORTEST_KEY_BITS) {
    throw new Error(`must be an RSA key of at least ${SHORTEST_KEY_BITS} bits`)
  }
  return key
}

// An environment variable may hold line ends as the two characters \\n.
const pemOf = (privateKey: string): string => privateKey.replaceAll('\\n', '\n')
