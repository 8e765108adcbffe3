import { Agent, request } from 'node:http'

/** The answer to a request, and the time that it took. */
export interface Timed {
  ms: number
  body: string
}

const SUCCESS = 300

/**
 * HTTP requests over kept connections by Node's own client. This client takes a fraction of the processor time of
 * `fetch`, which matters because the load generator shares the processor with the measured processes.
 */
export class Requests {
  readonly #agent: Agent
  readonly #origin: URL

  constructor(origin: string, concurrency: number) {
    this.#origin = new URL(origin)
    this.#agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  }

  /** Sends a JSON body under a project's key. Rejects for every answer but 2xx. */
  post(path: string, key: string, body: object): Promise<Timed> {
    return this.#send('POST', path, key, JSON.stringify(body))
  }

  /** Reads under a project's key. Rejects for every answer but 2xx. */
  get(path: string, key: string): Promise<Timed> {
    return this.#send('GET', path, key)
  }

  /** Changes under a project's key. Rejects for every answer but 2xx. */
  patch(path: string, key: string, body: object): Promise<Timed> {
    return this.#send('PATCH', path, key, JSON.stringify(body))
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, key: string, body?: string): Promise<Timed> {
    const { hostname, port } = this.#origin
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    return new Promise((resolve, reject) => {
      const from = performance.now()
      const sent = request({ agent: this.#agent, hostname, port, method, path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const { statusCode = 0 } = answer
          if (statusCode < SUCCESS) resolve({ ms: performance.now() - from, body: text })
          else reject(new Error(`${method} ${path} answered ${statusCode}: ${text.slice(0, 500)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
