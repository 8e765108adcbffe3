import { retryAfterMs } from '../../models/domain/retry-after.js'
import { headerNameFault, isHeaderValue, type WebhookMethod } from '../../models/domain/webhook-rules.js'
import { measureWebhook } from '../../runtime/metrics/work.js'
import { createDestinations, type AllowPrivate, type ResolveHost } from './destinations.js'
import { failureOf, WebhookPrevented, WebhookRefused, WebhookUnreachable, type WebhookAnswer } from './failures.js'
import { follow, redirectOf, requireUrl, type Hop } from './hop.js'
import { readAnswer } from './read-answer.js'
import { createTransport } from './send-request.js'
import { signatureHeaders, type Signing } from './sign.js'

/** One call to an endpoint of a third party. */
export interface WebhookCall {
  url: string
  method: WebhookMethod
  headers: Record<string, string>
  body: string | null
  /** Time limit from the first lookup to the last byte of the answer, redirects included. */
  timeoutMs: number
  signing: Signing
  /** The same whenever the call is repeated. */
  idempotencyKey: string
  signal?: AbortSignal | undefined
  /** Called on every connection right before the request is written; an error that it throws ends the call. */
  mayLeave?: () => Promise<void>
}

/** Calls webhooks. */
export interface WebhookClient {
  /**
   * Makes the call once. Throws WebhookRefused when the call would fail again in the same way, WebhookUnreachable when
   * it may succeed later, the error of `mayLeave`, and the reason of `signal` when the signal aborts the call.
   */
  call(call: WebhookCall): Promise<WebhookAnswer>
  close(): void
}

export interface WebhookOptions {
  allowPrivate: AllowPrivate
  /** Replaces DNS for the addresses of hosts. */
  resolve?: ResolveHost
  /** Certificates to trust instead of the system's. */
  ca?: string
}

const MAX_REDIRECTS = 3
const MAY_SUCCEED_LATER = new Set([408, 429])

/** Creates a client for signed calls to addresses that projects chose. Hosts that are not public are out of reach. */
export function createWebhookClient({ ca, ...options }: WebhookOptions): WebhookClient {
  const destinations = createDestinations(options)
  const transport = createTransport(ca)

  const answerTo = async (call: WebhookCall, signal: AbortSignal): Promise<WebhookAnswer> => {
    let hop = firstHop(call)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      destinations.require(hop.url)
      const lookup = destinations.lookupFor(hop.url)
      const headers = headersOf(hop, call)
      const response = await transport.send(hop, { headers, lookup, signal, mayLeave: () => ask(call) })
      const location = redirectOf(hop, response.statusCode, response.headers.location)
      if (location === null) return judge(await readAnswer(response), response.headers['retry-after'])
      response.destroy()
      hop = follow(hop, location)
    }
    throw new WebhookRefused('too many redirects')
  }

  const callOnce = async (call: WebhookCall): Promise<WebhookAnswer> => {
    const controller = new AbortController()
    const stop = (): void => controller.abort()
    const timer = setTimeout(stop, call.timeoutMs)
    call.signal?.addEventListener('abort', stop)
    try {
      call.signal?.throwIfAborted()
      return await answerTo(call, controller.signal)
    } catch (error) {
      call.signal?.throwIfAborted()
      if (error instanceof WebhookPrevented) throw error.cause
      throw controller.signal.aborted ? new WebhookUnreachable('timeout') : failureOf(error)
    } finally {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', stop)
    }
  }

  return { call: (call) => measured(() => callOnce(call)), close: () => transport.close() }
}

async function measured(call: () => Promise<WebhookAnswer>): Promise<WebhookAnswer> {
  const startedAt = performance.now()
  const measure = (outcome: Parameters<typeof measureWebhook>[0]): void =>
    measureWebhook(outcome, performance.now() - startedAt)
  try {
    const answer = await call()
    measure('answered')
    return answer
  } catch (error) {
    if (error instanceof WebhookRefused) measure('refused')
    else measure(error instanceof WebhookUnreachable ? 'unreachable' : 'prevented')
    throw error
  }
}

async function ask({ mayLeave }: WebhookCall): Promise<void> {
  try {
    await mayLeave?.()
  } catch (error) {
    throw new WebhookPrevented(error)
  }
}

function firstHop({ url, method, headers, body }: WebhookCall): Hop {
  const entries = Object.entries(headers)
  const isSendable = entries.every(([name, value]) => headerNameFault(name) === null && isHeaderValue(value))
  if (!isSendable) throw new WebhookRefused('invalid header')
  return {
    url: requireUrl(url, 'invalid URL'),
    method,
    headers: new Map(entries.map(([name, value]) => [name.toLowerCase(), value])),
    body: body === null ? null : Buffer.from(body, 'utf8'),
    isElsewhere: false,
  }
}

function headersOf(hop: Hop, { signing, idempotencyKey }: WebhookCall): Record<string, string> {
  const callerHeaders = [...hop.headers].map(([name, value]) => [name, inUtf8(value)])
  return {
    'user-agent': 'Posthorn',
    accept: '*/*',
    ...(Object.fromEntries(callerHeaders) as Record<string, string>),
    // Without compression, an answer cannot become larger than the part of it that is read.
    'accept-encoding': 'identity',
    ...(hop.body ? { 'content-length': String(hop.body.length) } : {}),
    'idempotency-key': idempotencyKey,
    // The signature is meant for the receiver that the author of the step named, and for no other origin.
    ...(hop.isElsewhere ? {} : signatureHeaders(signing, hop.body)),
  }
}

// Node writes a header one byte for each character.
function inUtf8(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1')
}

function judge(answer: WebhookAnswer, retryAfter: string | undefined): WebhookAnswer {
  const { statusCode } = answer
  if (statusCode >= 200 && statusCode < 300) return answer
  const message = `HTTP ${statusCode}` as const
  if (statusCode < 500 && !MAY_SUCCEED_LATER.has(statusCode)) throw new WebhookRefused(message, answer)
  throw new WebhookUnreachable(message, { answer, retryAfterMs: retryAfterMs(retryAfter, new Date()) })
}
