import { verify } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError } from '../../models/domain/errors.js'
import type { Config } from '../../runtime/config.js'
import { isCertificateAddress } from './addresses.js'
import { createCertificates, type FindCertificate } from './certificates.js'
import { signedText, SnsMessage } from './message.js'

/** The settings of the trusted topics and certificates; without a topic, no message is trusted. */
export type SnsTrust = Pick<Config, 'SNS_TOPIC_ARNS' | 'SNS_TRUSTED_ORIGINS'>

/** Admits messages that SNS signed; see `createSnsGate`. */
export interface SnsGate {
  /**
   * Reads the message in the body of a request from `network`. Throws FORBIDDEN for a message that SNS did not sign for
   * an accepted topic, SERVICE_UNAVAILABLE if the certificate cannot be fetched, so that SNS tries again, and
   * RATE_LIMIT_EXCEEDED for a network with too many refused messages.
   */
  admit(body: string, network: string): Promise<SnsMessage>
}

const REFUSED_A_SECOND = 50

/**
 * Verifies messages of AWS SNS. Only refused messages count against the limit of their network, so that a flood of
 * forged messages is refused before any is verified, and the notifications of a campaign are never refused.
 */
export function createSnsGate(trust: SnsTrust, findCertificate: FindCertificate = createCertificates()): SnsGate {
  const refusals = new RateLimiterMemory({ points: REFUSED_A_SECOND, duration: 1 })
  return {
    async admit(body, network) {
      const refused = await refusals.get(network)
      if (refused && refused.consumedPoints >= REFUSED_A_SECOND) {
        const message = `Too many rejected messages. The limit is ${REFUSED_A_SECOND} a second`
        throw new AppError('RATE_LIMIT_EXCEEDED', message, { details: { retryAfter: 1 } })
      }
      try {
        const message = readMessage(body)
        await verifyMessage(message, trust, findCertificate)
        return message
      } catch (error) {
        await refusals.penalty(network, 1)
        throw error
      }
    },
  }
}

// Raw message delivery, a setting of the subscription, drops the envelope with the signature.
function readMessage(body: string): SnsMessage {
  const parsed = SnsMessage.safeParse(parse(body))
  if (parsed.success) return parsed.data
  throw new AppError('FORBIDDEN', 'The request is not a signed SNS message', {
    suggestion: 'Turn off raw message delivery on the subscription',
  })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return null
  }
}

async function verifyMessage(
  message: SnsMessage,
  { SNS_TOPIC_ARNS: topicArns, SNS_TRUSTED_ORIGINS: trustedOrigins }: SnsTrust,
  findCertificate: FindCertificate,
): Promise<void> {
  if (!topicArns.includes(message.TopicArn)) throw refusal('an unknown topic')
  if (!isCertificateAddress(message.SigningCertURL, trustedOrigins)) throw refusal('a certificate that is not from SNS')
  const certificate = await findCertificate(message.SigningCertURL)
  const now = Date.now()
  if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) {
    throw refusal('an expired certificate')
  }
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  const signature = Buffer.from(message.Signature, 'base64')
  if (!verify(algorithm, Buffer.from(signedText(message)), certificate.publicKey, signature)) {
    throw refusal('a wrong signature')
  }
}

function refusal(reason: string): AppError {
  return new AppError('FORBIDDEN', `The notification was rejected because it has ${reason}`)
}
