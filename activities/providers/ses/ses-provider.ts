import {
  GetAccountCommand,
  SendEmailCommand,
  SESv2Client,
  SESv2ServiceException,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2'
import { EMAIL_TAG, PROJECT_TAG, TRACKED_TAG } from '../../../models/domain/ses-event.js'
import { encodeAddress } from '../../../mail/mime/address-headers.js'
import { ProviderError, type EmailProvider, type OutgoingMessage } from '../provider.js'
import { sesSettings, type SesOptions } from './ses-client.js'
import { toProviderError } from './ses-errors.js'

export interface SesProviderOptions extends SesOptions {
  /** The configuration set, which names where SES publishes its events about our messages. */
  configurationSet?: string | undefined
  /** Time limit from taking the message to having read the answer. */
  requestTimeoutMs?: number | undefined
  /** Limit of connections, and of requests in flight. */
  maxSockets?: number | undefined
  /** How long a connection stays open without a request. */
  idleConnectionMs?: number | undefined
}

const CONNECT_WITHIN_MS = 3_000
// SES closes idle connections. A request on a closing connection would lose its answer: an unknown outcome.
const IDLE_CONNECTION_MS = 5_000

/** One send on its way through the SDK. */
interface SesCall {
  /** Aborts when the time of the call is over. */
  limit: AbortSignal
  /** Whether the request was given to the connection: one that fails earlier never left this process. */
  hasLeft: boolean
}

/**
 * AWS SES v2: raw messages over one reused client. The provider never retries: the caller decides on a second attempt,
 * because SES may have accepted the first.
 */
export function createSesProvider(options: SesProviderOptions): EmailProvider {
  const { requestTimeoutMs = 10_000, maxSockets = 50, idleConnectionMs = IDLE_CONNECTION_MS } = options
  const agent = { keepAlive: true, maxSockets, timeout: idleConnectionMs }
  const requestHandler = { connectionTimeout: CONNECT_WITHIN_MS, httpAgent: agent, httpsAgent: agent }
  // With `cacheMiddleware` the SDK builds its middleware once for each kind of command, so that one call cannot bring a
  // time limit of its own. The middleware below finds the limit by the input of the call.
  const client = new SESv2Client({ ...sesSettings(options), requestHandler, cacheMiddleware: true })
  const calls = new WeakMap<object, SesCall>()
  client.middlewareStack.add(
    (next) => (args) => {
      const call = calls.get(args.input)
      if (!call) return next(args)
      call.hasLeft = !call.limit.aborted
      const request = args.request as Parameters<typeof client.config.requestHandler.handle>[0]
      return client.config.requestHandler.handle(request, { abortSignal: call.limit }) as ReturnType<typeof next>
    },
    // The last step before the connection.
    { step: 'deserialize', priority: 'low', name: 'submit' },
  )
  return {
    name: 'ses',
    concurrency: () => maxSockets,
    async send(message) {
      const input = requestOf(message, options.configurationSet)
      const call: SesCall = { limit: AbortSignal.timeout(requestTimeoutMs), hasLeft: false }
      calls.set(input, call)
      const answer = await client.send(new SendEmailCommand(input)).catch((error: unknown) => {
        // When the time ends within an answer, the SDK throws the error of a broken connection.
        const isLate = call.limit.aborted && !(error instanceof SESv2ServiceException)
        throw toProviderError(isLate ? call.limit.reason : error, call.hasLeft)
      })
      const { MessageId: providerMessageId, $metadata } = answer
      if (providerMessageId) return { providerMessageId, sesMessageId: providerMessageId }
      throw new ProviderError('unknown', { provider: 'ses', code: 'NoMessageId', status: $metadata.httpStatusCode })
    },
    async maxSendRate() {
      const limit = AbortSignal.timeout(requestTimeoutMs)
      const { SendQuota } = await client.send(new GetAccountCommand({}), { abortSignal: limit })
      const { MaxSendRate = 0 } = SendQuota ?? {}
      // SES reports -1 for an account without a quota.
      return MaxSendRate < 0 ? Infinity : MaxSendRate
    },
    close: () => client.destroy(),
  }
}

function requestOf(message: OutgoingMessage, configurationSet: string | undefined): SendEmailCommandInput {
  const { emailId, projectId, from, to, isTracked, raw } = message
  return {
    FromEmailAddress: encodeAddress(from),
    Destination: { ToAddresses: [encodeAddress(to)] },
    Content: { Raw: { Data: raw } },
    ConfigurationSetName: configurationSet,
    // SES repeats these tags in its events, and an event is matched to its email by them.
    EmailTags: [
      { Name: EMAIL_TAG, Value: emailId },
      { Name: PROJECT_TAG, Value: projectId },
      ...(isTracked ? [{ Name: TRACKED_TAG, Value: 'yes' }] : []),
    ],
  }
}
