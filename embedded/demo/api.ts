import type { z } from 'zod'

const ANSWER_MS = 30_000

/** A client of the gateway with one key of one project. An answer other than 2xx, or of another shape, is an error. */
export class Api {
  readonly #origin: string
  readonly #key: string
  readonly #signal: AbortSignal | undefined

  constructor(options: { origin: string; key: string; signal?: AbortSignal }) {
    this.#origin = options.origin
    this.#key = options.key
    this.#signal = options.signal
  }

  get<T extends z.ZodType>(path: string, shape: T): Promise<z.output<T>> {
    return this.#ask('GET', path, shape)
  }

  post<T extends z.ZodType>(path: string, body: unknown, shape: T): Promise<z.output<T>> {
    return this.#ask('POST', path, shape, body)
  }

  patch<T extends z.ZodType>(path: string, body: unknown, shape: T): Promise<z.output<T>> {
    return this.#ask('PATCH', path, shape, body)
  }

  async #ask<T extends z.ZodType>(method: string, path: string, shape: T, body?: unknown): Promise<z.output<T>> {
    const timeout = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: this.#signal ? AbortSignal.any([this.#signal, timeout]) : timeout,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`)
    const parsed = shape.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`${method} ${path} answered in an unknown shape (${faults.join(', ')})`)
  }
}
