// The other side may be wrong, and nothing waits for days because of one header.
const MAX_MS = 60 * 60_000

/**
 * The pause in milliseconds that the header Retry-After of an answer asks for, by seconds or by a date (RFC 9110,
 * 10.2.3), an hour at most. Undefined without a header, and for a time in the past.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : text.endsWith('GMT') ? Date.parse(text) - now.getTime() : 0
  return ms > 0 ? Math.min(ms, MAX_MS) : undefined
}
