import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https'

/** A signed request as the SDK gives it, of a command without a query. */
interface Request {
  protocol: string
  hostname: string
  port?: number | undefined
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** An answer as the SDK reads it. */
interface Answer {
  response: { statusCode: number; headers: Record<string, string>; body: Buffer }
}

const CONNECT_WITHIN_MS = 3_000
// SES closes idle connections. A request on a closing connection would lose its answer: an unknown outcome.
const IDLE_CONNECTION_MS = 5_000

/** How the client's requests go out: over connections that are kept, each answer read whole within a time limit. */
export class SesHttp {
  readonly metadata = { handlerProtocol: 'http/1.1' }
  readonly #deadlines = new WeakMap<object, number>()
  readonly #timeoutMs: number
  readonly #httpAgent: HttpAgent
  readonly #httpsAgent: HttpsAgent

  constructor(timeoutMs: number, maxSockets: number) {
    const options = { keepAlive: true, maxSockets, timeout: IDLE_CONNECTION_MS }
    this.#timeoutMs = timeoutMs
    this.#httpAgent = new HttpAgent(options)
    this.#httpsAgent = new HttpsAgent(options)
  }

  /** Sets when the answer to a request must be there, on the clock of `performance.now`. */
  limit(request: object, deadline: number): void {
    this.#deadlines.set(request, deadline)
  }

  handle(request: Request): Promise<Answer> {
    const deadline = this.#deadlines.get(request)
    const limitMs = deadline === undefined ? this.#timeoutMs : deadline - performance.now()
    return new Promise((resolve, reject) => {
      const { options, send } = this.#wayOf(request)
      const outgoing = send(options, (incoming) => {
        read(incoming, reject, (body) => {
          const { statusCode = 0, headers } = incoming
          resolve({ response: { statusCode, headers: flat(headers), body } })
        })
      })
      const timer = setTimeout(() => outgoing.destroy(timeoutError('No answer in time')), Math.max(0, limitMs))
      outgoing.on('error', reject)
      outgoing.once('close', () => clearTimeout(timer))
      outgoing.once('socket', (socket) => {
        if (!socket.connecting) return
        const late = Object.assign(timeoutError('No connection in time'), { syscall: 'connect' })
        const connectTimer = setTimeout(() => outgoing.destroy(late), CONNECT_WITHIN_MS)
        socket.once('connect', () => clearTimeout(connectTimer)).once('close', () => clearTimeout(connectTimer))
      })
      outgoing.end(request.body)
    })
  }

  destroy(): void {
    this.#httpAgent.destroy()
    this.#httpsAgent.destroy()
  }

  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Record<string, never> {
    return {}
  }

  #wayOf({ protocol, hostname, port, method, path, headers }: Request) {
    const isEncrypted = protocol === 'https:'
    const options: RequestOptions = {
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port,
      method,
      path,
      headers,
      agent: isEncrypted ? this.#httpsAgent : this.#httpAgent,
    }
    return { options, send: isEncrypted ? httpsRequest : httpRequest }
  }
}

function read(incoming: IncomingMessage, onError: (error: Error) => void, onEnd: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('error', onError)
  incoming.on('end', () => onEnd(Buffer.concat(chunks)))
}

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) values[name] = Array.isArray(value) ? value.join(',') : value!
  return values
}

function timeoutError(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError' })
}
