/** How a request ended. `status` is 0 when no answer came. */
export interface Answer {
  status: number
  body: unknown
  ms: number
  from: number
  /** Why no answer came. */
  failure?: string
}

/** One request of a client. */
export interface Ask {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  key?: string
  body?: unknown
  form?: FormData
  idempotencyKey?: string | undefined
  /** The program of a recipient. */
  userAgent?: string
}

/** A client does not wait longer than this, for a gateway that is stopped. */
export const PATIENCE_MS = 15_000

/** Sends a request; whatever goes wrong is an answer too. */
export async function ask({ method, url, key, body, form, idempotencyKey, userAgent }: Ask): Promise<Answer> {
  const from = Date.now()
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  }
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(form ? { body: form } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parse(text), ms: Date.now() - from, from }
  } catch (error) {
    return { status: 0, body: null, ms: Date.now() - from, from, failure: describeFailure(error) }
  }
}

/** Whether a request was carried out. */
export function isAcknowledged({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** The status of the first request with a key that was used before; null while that one may be at work. */
export function originalStatus({ body }: Answer): number | null {
  const { error } = body as { error?: { details?: { originalStatusCode?: number | null } } }
  return error?.details?.originalStatusCode ?? null
}

/** The reason of a failed fetch is in its cause. */
function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error
  return `${name} ${cause instanceof Error ? cause.message : message}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
