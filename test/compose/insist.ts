import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../runtime/ids.js'

const RETRY_MS = 300

/** A POST request that is repeated until it is carried out. */
export interface Insistence {
  /** The origins of the gateways. */
  origins: readonly string[]
  /** The index of the gateway that gets the first request. */
  first: number
  path: string
  /** The project's key. */
  key: string
  body: object
  /** Ends the repetitions, although the request may not have been carried out. */
  signal?: AbortSignal
  /** Called before each repetition. */
  onRepeat?: () => void
}

/**
 * Repeats a request under an idempotency key until it is carried out, at one gateway after the other, as an integrator
 * does behind a load balancer. Throws when a gateway refuses the request.
 */
export async function insist({ origins, first, path, key, body, signal, onRepeat }: Insistence): Promise<void> {
  let idempotencyKey = newId()
  for (let attempt = first; ; attempt += 1) {
    if (signal?.aborted) return
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    }
    const url = `${origins[attempt % origins.length] ?? ''}${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
    if (answer?.ok) return
    if (answer?.status === 409) {
      const original = await originalStatus(answer)
      if (original === 200) return
      // The first request ended without an effect, and its key cannot be used again.
      if (original !== null) idempotencyKey = newId()
    } else if (answer && answer.status < 500 && answer.status !== 408) {
      throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    }
    onRepeat?.()
    await delay(RETRY_MS)
  }
}

/** The answer to the first request with the key; null while that request may be running. */
async function originalStatus(answer: Response): Promise<number | null> {
  const { error } = (await answer.json()) as { error?: { details?: { originalStatusCode?: number | null } } }
  return error?.details?.originalStatusCode ?? null
}
