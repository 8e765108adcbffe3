import {
  GetAccountCommand,
  SendEmailCommand,
  SESv2Client,
  type GetAccountCommandOutput,
  type SendEmailCommandInput,
  type SendEmailCommandOutput,
} from '@aws-sdk/client-sesv2'
import { sesSettings, type SesOptions } from './ses-client.js'
import { SesHttp } from './ses-http.js'

/** One request on its way through the SDK. */
export interface SesCall {
  /** When its answer must be there, on the clock of `performance.now`. */
  deadline: number
  /** Whether it was given to the connection: a request that fails earlier never left this process. */
  hasLeft: boolean
}

/** The calls of a worker; each rejects with the SDK's error. */
export interface SesSender {
  send(input: SendEmailCommandInput, call: SesCall): Promise<SendEmailCommandOutput>
  account(): Promise<GetAccountCommandOutput>
  close(): void
}

// Steps of the SDK that cost time with every request, and that tell AWS alone who calls and how often it has tried.
const NEEDLESS_STEPS = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware']

/** The SDK's client without what a send does not need: it serialises, signs and reads answers. */
export function createSesSender(options: SesOptions, timeoutMs: number, maxSockets: number): SesSender {
  const http = new SesHttp(timeoutMs, maxSockets)
  // The steps are put together once for each kind of command, with one context for all its requests.
  const client = new SESv2Client({ ...sesSettings(options), requestHandler: http, cacheMiddleware: true })
  for (const step of NEEDLESS_STEPS) client.middlewareStack.remove(step)
  // The caller decides on a second attempt. The step stays by name, because the SDK places others beside it.
  const retry = { step: 'finalizeRequest', priority: 'high', name: 'retryMiddleware', override: true } as const
  client.middlewareStack.add((next) => next, retry)
  resolveOnce(client)
  const calls = new WeakMap<object, SesCall>()
  client.middlewareStack.add(
    (next) => async (args) => {
      const call = calls.get(args.input)
      if (call) {
        http.limit(args.request as object, call.deadline)
        call.hasLeft = true
      }
      return next(args)
    },
    // The last step before the connection.
    { step: 'deserialize', priority: 'low', name: 'noteHandOver' },
  )
  return {
    send(input, call) {
      calls.set(input, call)
      return client.send(new SendEmailCommand(input))
    },
    account: () => client.send(new GetAccountCommand({})),
    close: () => client.destroy(),
  }
}

type Middleware = Parameters<SESv2Client['middlewareStack']['addRelativeTo']>[0]
type Step = (args: never) => Promise<never>

/**
 * Lets the SDK resolve the endpoint and the way of signing with the first request: both follow from the settings alone,
 * and stay in the context. Later requests go on behind these steps. The signer still asks for the credentials of the
 * moment, which the SDK keeps until they expire.
 */
function resolveOnce(client: SESv2Client): void {
  const afterResolution = new WeakMap<object, Step>()
  const noteResolution = (next: Step, context: object): Step => {
    return (args) => {
      afterResolution.set(context, next)
      return next(args)
    }
  }
  client.middlewareStack.addRelativeTo(noteResolution as unknown as Middleware, {
    relation: 'after',
    toMiddleware: 'endpointV2Middleware',
    name: 'noteResolution',
  })
  client.middlewareStack.add((next, context) => (args) => afterResolution.get(context)?.(args as never) ?? next(args), {
    step: 'initialize',
    priority: 'high',
    name: 'skipResolution',
  })
  const makeSigner = client.config.signer
  let signer: ReturnType<typeof makeSigner> | undefined
  client.config.signer = (scheme) => (signer ??= makeSigner(scheme))
}
