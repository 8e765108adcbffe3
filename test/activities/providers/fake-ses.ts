import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../support/listen.js'

/** The behaviour of SES for the next request. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** An SES whose answers a test chooses, and which stores the requests. */
export interface FakeSes {
  endpoint: string
  requests: {
    path: string | undefined
    headers: IncomingHttpHeaders
    /** The body as it arrived, and its parsed form. */
    text: string
    body: Record<string, unknown>
  }[]
  /** How many connections were made, and how many are open. */
  connections: number
  open: number
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function startFakeSes(): Promise<FakeSes> {
  let behaviour: Behaviour = answer(200, { MessageId: 'ses-1' })
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      fake.requests.push({ path: request.url, headers: request.headers, text, body: text ? JSON.parse(text) : {} })
      behaviour(request, response)
    })
  })
  // The client alone ends connections.
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => {
    fake.connections += 1
    fake.open += 1
    socket.on('close', () => {
      fake.open -= 1
    })
  })
  const fake: FakeSes = {
    endpoint: '',
    requests: [],
    connections: 0,
    open: 0,
    behave(next) {
      behaviour = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  fake.endpoint = `http://127.0.0.1:${await listen(server)}`
  return fake
}

/** An answer as SES v2 gives it: errors carry their name in a header. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

export function refusal(status: number, name: string, headers: Record<string, string> = {}): Behaviour {
  const message = 'Email address is not verified: ann@example.com'
  return answer(status, { message }, { 'x-amzn-errortype': name, ...headers })
}
