import { createHash, sign } from 'node:crypto'
import type { SigningKey } from './signing-key.js'

/** A topic: the address and the signing key of its notifications. */
export interface Topic {
  arn: string
  /** The origin that serves the certificate and the confirmation. */
  origin: string
  key: SigningKey
}

type Signed = 'Message' | 'MessageId' | 'SubscribeURL' | 'Timestamp' | 'Token' | 'TopicArn' | 'Type'

/** The fields that SNS signs, in the order in which it signs them. */
const SIGNED_FIELDS: readonly Signed[] = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
]

/** The envelope of one notification. The same key gives the same MessageId at every attempt. */
export function notificationEnvelope(topic: Topic, key: string, message: string, timestamp: string): string {
  return seal(topic, {
    Type: 'Notification',
    MessageId: uuidOf(key),
    TopicArn: topic.arn,
    Message: message,
    Timestamp: timestamp,
  })
}

/** The envelope by which SNS asks a receiver whether it wants the topic. */
export function subscriptionEnvelope(topic: Topic, token: string): string {
  const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topic.arn, Token: token })
  return seal(topic, {
    Type: 'SubscriptionConfirmation',
    MessageId: uuidOf(token),
    Token: token,
    TopicArn: topic.arn,
    Message:
      `You have chosen to subscribe to the topic ${topic.arn}.\n` +
      'To confirm the subscription, visit the SubscribeURL included in this message.',
    SubscribeURL: `${topic.origin}/sns/confirm?${query.toString()}`,
    Timestamp: new Date().toISOString(),
  })
}

function seal(topic: Topic, fields: Partial<Record<Signed, string>>): string {
  const text = SIGNED_FIELDS.map((name) => (fields[name] === undefined ? '' : `${name}\n${fields[name]}\n`)).join('')
  return JSON.stringify({
    ...fields,
    SignatureVersion: '2',
    Signature: sign('sha256', Buffer.from(text), topic.key.privateKey).toString('base64'),
    SigningCertURL: `${topic.origin}/sns/certificate.pem`,
  })
}

function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
