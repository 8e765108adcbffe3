import { z } from 'zod'
import { AppError } from '../../../models/domain/errors.js'
import { countUnmatchedReport } from '../../../runtime/metrics/email.js'
import { defineEndpoint, rawBody } from '../../http/endpoint.js'
import { isConfirmationAddress } from '../../sns/addresses.js'
import { fetchFromSns } from '../../sns/fetch-from-sns.js'

// docs.aws.amazon.com/sns/latest/dg/sns-large-payload.html: SNS publishes up to 256 KB.
const MAX_BODY_BYTES = 256 * 1024

/**
 * Applies a notification and then answers. SNS repeats unanswered and refused notifications, and repetitions change
 * nothing.
 */
export const receiveEmailInfraRoute = defineEndpoint({
  operationId: 'receiveEmailInfra',
  method: 'post',
  path: '/webhooks/email-infra',
  access: 'open',
  limit: { exempt: 'receiver' },
  bodyLimitBytes: MAX_BODY_BYTES,
  summary: 'Receive email notifications from AWS SNS',
  request: { body: rawBody },
  response: z.object({ success: z.literal(true) }).meta({ title: 'Received' }),
  errors: ['FORBIDDEN', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'],
  async handle({ body }, { services, log, clientNetwork, isClientGone }) {
    const message = await services.snsGate.admit(body, clientNetwork)
    if (message.Type === 'Notification') {
      const received = await services.mail.receiveFromSes(message.Message)
      if (received?.unreadable) {
        const { id, reason } = received.unreadable
        log.warn({ inbound: id, reason }, 'inbound mail dropped: it cannot be read')
      }
      if (received) return { success: true as const }
      const { isMatched } = await services.notifications.apply(message.Message, isClientGone)
      if (!isMatched) {
        countUnmatchedReport()
        log.info({ notification: message.MessageId }, 'the notification is about no email of this installation')
      }
    } else if (message.Type === 'SubscriptionConfirmation') {
      await confirm(message.SubscribeURL ?? '', services.config.SNS_TRUSTED_ORIGINS)
      log.info({ topic: message.TopicArn }, 'subscription confirmed')
    } else log.warn({ topic: message.TopicArn }, 'subscription ended: no notifications of this topic come any more')
    return { success: true as const }
  },
})

async function confirm(address: string, trustedOrigins: readonly string[]): Promise<void> {
  if (!isConfirmationAddress(address, trustedOrigins)) {
    throw new AppError('FORBIDDEN', 'The subscription was already confirmed elsewhere')
  }
  await fetchFromSns(address)
}
