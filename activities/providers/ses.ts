import { GetAccountCommand, SendEmailCommand, SESv2Client, type SESv2ClientConfig } from '@aws-sdk/client-sesv2'
import { EMAIL_TAG, PROJECT_TAG, TRACKED_TAG } from '../../models/domain/ses-event.js'
import { encodeAddress } from '../../mail/mime/mime-headers.js'
import { ProviderError, type EmailProvider, type OutgoingMessage } from './provider.js'
import { toProviderError } from './ses-errors.js'

export interface SesOptions {
  region: string
  /** The address of the local provider; AWS's own when absent. */
  endpoint?: string | undefined
  /** The configuration set, which names where SES publishes its events about our messages. */
  configurationSet?: string | undefined
  /** The SDK looks for them itself when absent (environment, profile, instance role). */
  credentials?: SESv2ClientConfig['credentials']
  /** Time limit from handing the request over to having read the answer. */
  requestTimeoutMs?: number | undefined
  /** Limit of connections, and of requests in flight. */
  maxSockets?: number | undefined
}

const CONNECTION_TIMEOUT_MS = 3_000
// SES closes idle connections. A request on a closing connection would lose its answer: an unknown outcome.
const IDLE_CONNECTION_MS = 5_000

/**
 * AWS SES v2: raw messages over one reused client. The provider never retries: the caller decides on a second attempt,
 * because SES may have accepted the first.
 */
export function createSesProvider(options: SesOptions): EmailProvider {
  const { requestTimeoutMs = 10_000, maxSockets = 50 } = options
  const client = createSesClient({ ...options, maxSockets })
  return {
    name: 'ses',
    sideBySide: maxSockets,
    async send(message) {
      const command = new SendEmailCommand(requestOf(message, options.configurationSet))
      let hasLeft = false
      // The last step before the connection: a request that fails earlier never left this process.
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
      // SES reports -1 for an account without a quota.
      return MaxSendRate < 0 ? Infinity : MaxSendRate
    },
    close() {
      client.destroy()
    },
  }
}

/** A client that never retries. */
export function createSesClient({ region, endpoint, credentials, maxSockets }: SesOptions): SESv2Client {
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
    // SES repeats these in its events: they lead an event to its email.
    EmailTags: [
      { Name: EMAIL_TAG, Value: emailId },
      { Name: PROJECT_TAG, Value: projectId },
      ...(isTracked ? [{ Name: TRACKED_TAG, Value: 'yes' }] : []),
    ],
  }
}
