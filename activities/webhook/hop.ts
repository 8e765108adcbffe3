import { parseUrl } from '../../models/domain/url.js'
import type { WebhookMethod } from '../../models/domain/webhook-rules.js'
import { webhookUrlFault } from '../../models/domain/webhook-rules.js'
import { WebhookRefused } from './failures.js'

/** One request of a call, which follows redirects. */
export interface Hop {
  url: URL
  method: WebhookMethod
  /** The caller's own, by lower-case names. */
  headers: ReadonlyMap<string, string>
  body: Buffer | null
  /** Whether a redirect led away from the origin that the caller named. */
  isElsewhere: boolean
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const TYPE = 'content-type'

/** The location of a redirect; null for a final answer. */
export function redirectOf(statusCode: number | undefined, location: string | undefined): string | null {
  return location !== undefined && REDIRECTS.has(statusCode ?? 0) ? location : null
}

/**
 * The request that follows a redirect, which is the same request elsewhere. A redirect that would make a GET of another
 * method, by the rules of `fetch`, ends the call: the call that was meant is the call that is made. Another origin
 * gets no header of the caller's but the type of the body, because any header may hold a credential. Throws
 * WebhookRefused.
 */
export function follow(hop: Hop, statusCode: number | undefined, location: string): Hop {
  requireSameMethod(hop, statusCode)
  const url = targetOf(location, hop.url)
  const isElsewhere = hop.isElsewhere || url.origin !== hop.url.origin
  const headers = [...hop.headers].filter(([name]) => !isElsewhere || name === TYPE)
  return { ...hop, url, headers: new Map(headers), isElsewhere }
}

function requireSameMethod({ method }: Hop, statusCode = 0): void {
  const becomesGet = statusCode === 303 ? method !== 'GET' : method === 'POST' && statusCode < 303
  if (!becomesGet) return
  const answer = { statusCode, response: null, truncated: false }
  throw new WebhookRefused(`HTTP ${statusCode}, a redirect that does not repeat the ${method}`, answer)
}

/** Parses an address to call. Throws WebhookRefused with `words` for an address that cannot be called. */
export function requireUrl(text: string, words: string): URL {
  if (webhookUrlFault(text) !== null) throw new WebhookRefused(words)
  return new URL(text)
}

function targetOf(location: string, base: URL): URL {
  const words = 'redirect to an address that cannot be called'
  const target = parseUrl(location, base)
  if (!target) throw new WebhookRefused(words)
  return requireUrl(target.href, words)
}
