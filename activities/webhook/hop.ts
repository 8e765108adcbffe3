import type { WebhookReason } from '../../models/domain/step-reasons.js'
import { parseUrl } from '../../models/domain/url.js'
import type { WebhookMethod } from '../../models/domain/webhook-rules.js'
import { webhookUrlFault } from '../../models/domain/webhook-rules.js'
import { WebhookRefused } from './failures.js'

/** One request of a call, which follows redirects. */
export interface Hop {
  url: URL
  method: WebhookMethod
  /** The headers of the caller, by lower-case names. */
  headers: ReadonlyMap<string, string>
  body: Buffer | null
  /** Whether a redirect led away from the origin that the caller named. */
  isElsewhere: boolean
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const TYPE = 'content-type'

/**
 * The location of a redirect that repeats the request; null for a final answer. By the rules of `fetch`, some redirects
 * turn another method into a GET. Such a redirect counts as final, because a GET is not the call that was meant.
 */
export function redirectOf(
  { method }: Pick<Hop, 'method'>,
  statusCode: number | undefined,
  location: string | undefined,
): string | null {
  if (location === undefined || statusCode === undefined || !REDIRECTS.has(statusCode)) return null
  const becomesGet = statusCode === 303 ? method !== 'GET' : method === 'POST' && statusCode < 303
  return becomesGet ? null : location
}

/**
 * The request that follows a redirect: the same request to another URL. Of the caller's headers, another origin gets
 * only the type of the body, because any header may hold a credential. Throws WebhookRefused.
 */
export function follow(hop: Hop, location: string): Hop {
  const url = targetOf(location, hop.url)
  const isElsewhere = hop.isElsewhere || url.origin !== hop.url.origin
  const headers = [...hop.headers].filter(([name]) => !isElsewhere || name === TYPE)
  return { ...hop, url, headers: new Map(headers), isElsewhere }
}

/** Parses an address to call. Throws WebhookRefused with `words` for an address that cannot be called. */
export function requireUrl(text: string, words: WebhookReason): URL {
  if (webhookUrlFault(text) !== null) throw new WebhookRefused(words)
  return new URL(text)
}

function targetOf(location: string, base: URL): URL {
  const words = 'redirect to an address that is not allowed'
  const target = parseUrl(location, base)
  if (!target) throw new WebhookRefused(words)
  return requireUrl(target.href, words)
}
