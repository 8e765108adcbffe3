import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2'
import { EMAIL_TAG, PROJECT_TAG, TRACKED_TAG } from '../../../models/domain/ses-event.js'
import { encodeAddress } from '../../../mail/mime/address-headers.js'
import { ProviderError, type EmailProvider, type OutgoingMessage } from '../provider.js'
import type { SesOptions } from './ses-client.js'
import { toProviderError } from './ses-errors.js'
import { createSesSender, type SesCall } from './ses-sender.js'

export interface SesProviderOptions extends SesOptions {
  /** The configuration set, which names where SES publishes its events about our messages. */
  configurationSet?: string | undefined
  /** Time limit from taking the message to having read the answer. */
  requestTimeoutMs?: number | undefined
  /** Limit of connections, and of requests in flight. */
  maxSockets?: number | undefined
}

/**
 * AWS SES v2: raw messages over one reused client. The provider never retries: the caller decides on a second attempt,
 * because SES may have accepted the first.
 */
export function createSesProvider(options: SesProviderOptions): EmailProvider {
  const { requestTimeoutMs = 10_000, maxSockets = 50, configurationSet } = options
  const ses = createSesSender(options, requestTimeoutMs, maxSockets)
  return {
    name: 'ses',
    sideBySide: maxSockets,
    async send(message) {
      const call: SesCall = { deadline: performance.now() + requestTimeoutMs, hasLeft: false }
      const answer = await ses.send(requestOf(message, configurationSet), call).catch((error: unknown) => {
        throw toProviderError(error, call.hasLeft)
      })
      const { MessageId: providerMessageId, $metadata } = answer
      if (providerMessageId) return { providerMessageId, sesMessageId: providerMessageId }
      throw new ProviderError('unknown', { provider: 'ses', code: 'NoMessageId', status: $metadata.httpStatusCode })
    },
    async maxSendRate() {
      const { SendQuota } = await ses.account()
      const { MaxSendRate = 0 } = SendQuota ?? {}
      // SES reports -1 for an account without a quota.
      return MaxSendRate < 0 ? Infinity : MaxSendRate
    },
    close() {
      ses.close()
    },
  }
}

function requestOf(message: OutgoingMessage, configurationSet: string | undefined): SendEmailCommandInput {
  const { emailId, projectId, from, to, isTracked, raw } = message
  return {
    FromEmailAddress: encodeAddress(from),
    Destination: { ToAddresses: [encodeAddress(to)] },
    Content: { Raw: { Data: raw } },
    ConfigurationSetName: configurationSet,
    // SES repeats these in its events: they lead an event to its email.
    EmailTags: [
      { Name: EMAIL_TAG, Value: emailId },
      { Name: PROJECT_TAG, Value: projectId },
      ...(isTracked ? [{ Name: TRACKED_TAG, Value: 'yes' }] : []),
    ],
  }
}
