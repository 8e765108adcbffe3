import { z } from 'zod'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint, rawBody } from '../../http/endpoint.js'
import { SnsMessage } from '../../sns/message.js'
import { fetchFromSns, isSnsAddress, verifySnsMessage } from '../../sns/verify-sns-message.js'

/**
 * Applies a notification and then answers: SNS repeats unanswered and refused notifications, and repetitions change
 * nothing.
 */
export const receiveEmailInfra = defineEndpoint({
  operationId: 'receiveEmailInfra',
  method: 'post',
  path: '/webhooks/email-infra',
  access: 'open',
  isUnlimited: true,
  summary: "Receive the email provider's notifications from AWS SNS",
  request: { body: rawBody },
  response: z.object({ success: z.literal(true) }),
  errors: ['FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  async handle({ body }, { services, log }) {
    const message = readMessage(body)
    const { SNS_TOPIC_ARNS: topicArns, SNS_TRUSTED_ORIGINS: trustedOrigins } = services.config
    const trust = { topicArns, trustedOrigins }
    await verifySnsMessage(message, trust)
    if (message.Type === 'Notification') {
      await services.notifications.take({ id: message.MessageId, message: message.Message })
    } else if (message.Type === 'SubscriptionConfirmation') {
      const url = message.SubscribeURL ?? ''
      if (!isSnsAddress(url, trust)) throw new AppError('FORBIDDEN', 'The subscription is confirmed elsewhere')
      await fetchFromSns(url)
      log.info({ topic: message.TopicArn }, 'subscription confirmed')
    } else log.warn({ topic: message.TopicArn }, 'subscription ended')
    return { success: true as const }
  },
})

// Raw message delivery, a setting of the subscription, drops the envelope with the signature.
function readMessage(body: string): SnsMessage {
  const parsed = SnsMessage.safeParse(parse(body))
  if (parsed.success) return parsed.data
  throw new AppError('FORBIDDEN', 'This is no signed SNS message', {
    suggestion: 'Switch raw message delivery off on the subscription.',
  })
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return null
  }
}
