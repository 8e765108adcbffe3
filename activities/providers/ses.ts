import { GetAccountCommand, SendEmailCommand, SESv2Client, type SESv2ClientConfig } from '@aws-sdk/client-sesv2'
import { EMAIL_TAG, PROJECT_TAG, TRACKED_TAG } from '../../models/domain/ses-event.js'
import { encodeAddress } from '../../mail/mime/mime-headers.js'
import { ProviderError, type EmailProvider, type OutgoingMessage } from './provider.js'
import { toProviderError } from './ses-errors.js'

export interface SesOptions {
  region: string
  /** Another address than AWS's own, for the local provider. */
  endpoint?: string | undefined
  /** Names where SES publishes its events about our messages. */
  configurationSet?: string | undefined
  /** The SDK's own search (environment, profile, instance role) when absent. */
  credentials?: SESv2ClientConfig['credentials']
  /** From handing the request over to having read the answer. */
  requestTimeoutMs?: number | undefined
  /** Connections kept and requests in flight at most. */
  maxSockets?: number | undefined
}

const CONNECTION_TIMEOUT_MS = 3_000
// A connection that the other side is about to close would lose an answer, and with it put a message in doubt.
const IDLE_CONNECTION_MS = 5_000

/**
 * AWS SES v2, raw messages over one reused client. It never retries: a second attempt is
 * for the caller to decide, who knows whether the first may have been taken.
 */
export function createSesProvider(options: SesOptions): EmailProvider {
  const { requestTimeoutMs = 10_000, maxSockets = 50 } = options
  const client = createClient({ ...options, maxSockets })
  return {
    name: 'ses',
    sideBySide: maxSockets,
    async send(message) {
      const command = new SendEmailCommand(requestOf(message, options.configurationSet))
      let hasLeft = false
      // The last step before the connection: whatever fails earlier never left this process.
      command.middlewareStack.add(
        (next) => async (args) => {
          hasLeft = true
          return next(args)
        },
        { step: 'deserialize', priority: 'low', name: 'noteHandOver' },
      )
      const answer = await client
        .send(command, { abortSignal: AbortSignal.timeout(requestTimeoutMs) })
        .catch((error: unknown) => {
          throw toProviderError(error, hasLeft)
        })
      const { MessageId: providerMessageId, $metadata } = answer
      if (providerMessageId) return { providerMessageId }
      throw new ProviderError('unknown', { provider: 'ses', code: 'NoMessageId', status: $metadata.httpStatusCode })
    },
    async maxSendRate() {
      const abortSignal = AbortSignal.timeout(requestTimeoutMs)
      const { SendQuota } = await client.send(new GetAccountCommand({}), { abortSignal })
      const { MaxSendRate = 0 } = SendQuota ?? {}
      // An account without a quota has -1.
      return MaxSendRate < 0 ? Infinity : MaxSendRate
    },
    close() {
      client.destroy()
    },
  }
}

function createClient({ region, endpoint, credentials, maxSockets }: SesOptions): SESv2Client {
  const agent = { keepAlive: true, maxSockets, timeout: IDLE_CONNECTION_MS }
  return new SESv2Client({
    region,
    maxAttempts: 1,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, httpAgent: agent, httpsAgent: agent },
  })
}

function requestOf(message: OutgoingMessage, configurationSet: string | undefined) {
  const { emailId, projectId, from, to, isTracked, raw } = message
  return {
    FromEmailAddress: encodeAddress(from),
    Destination: { ToAddresses: [encodeAddress(to)] },
    Content: { Raw: { Data: raw } },
    ConfigurationSetName: configurationSet,
    // The events carry these back, which is how a delivery finds its email.
    EmailTags: [
      { Name: EMAIL_TAG, Value: emailId },
      { Name: PROJECT_TAG, Value: projectId },
      ...(isTracked ? [{ Name: TRACKED_TAG, Value: 'yes' }] : []),
    ],
  }
}
