import type { z } from 'zod'

const ANSWER_MS = 30_000

/** An answer of the gateway, of any status. */
export interface Answer {
  status: number
  body: unknown
}

interface Request {
  body?: unknown
  idempotencyKey?: string
}

/** A client of the gateway with one key of one project. */
export class Api {
  readonly #origin: string
  readonly #key: string
  readonly #signal: AbortSignal

  constructor(options: { origin: string; key: string; signal: AbortSignal }) {
    this.#origin = options.origin
    this.#key = options.key
    this.#signal = options.signal
  }

  /** Sends a request and returns the answer, of any status. */
  async ask(method: string, path: string, { body, idempotencyKey }: Request = {}): Promise<Answer> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)]),
    })
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  }

  get<T extends z.ZodType>(path: string, shape: T): Promise<z.output<T>> {
    return this.#expect('GET', path, shape)
  }

  post<T extends z.ZodType>(path: string, body: unknown, shape: T): Promise<z.output<T>> {
    return this.#expect('POST', path, shape, body)
  }

  patch<T extends z.ZodType>(path: string, body: unknown, shape: T): Promise<z.output<T>> {
    return this.#expect('PATCH', path, shape, body)
  }

  delete<T extends z.ZodType>(path: string, shape: T): Promise<z.output<T>> {
    return this.#expect('DELETE', path, shape)
  }

  async #expect<T extends z.ZodType>(method: string, path: string, shape: T, body?: unknown): Promise<z.output<T>> {
    const answer = await this.ask(method, path, { body })
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path} answered ${describeAnswer(answer)}`)
    }
    const parsed = shape.safeParse(answer.body)
    if (parsed.success) return parsed.data
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`${method} ${path} answered in an unknown shape (${faults.join(', ')})`)
  }
}

/** An answer in one line. */
export function describeAnswer({ status, body }: Answer): string {
  return `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
