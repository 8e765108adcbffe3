import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../support/listen.js'

/** A request as it came in. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}

/** Answers a request, whose body has been read. */
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void

/** A server of a receiver on this machine. */
export interface Receiver {
  readonly origin: string
  /** As the settings allow it. */
  readonly host: string
  readonly requests: ReceivedRequest[]
  /** The answer to every request from now on; 200 without a body at first. */
  answer: Answer
  /** The number of open connections, and the local address that each connection reached. */
  readonly connections: { open: number; reached: string[] }
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startReceiver(address = '127.0.0.1'): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  const connections = { open: 0, reached: [] as string[] }
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const { method = '', url: path = '', headers, rawHeaders } = request
    const received = { method, path, headers, rawHeaders, body }
    requests.push(received)
    receiver.answer(received, response)
  })
  server.on('connection', (socket) => {
    connections.reached.push(socket.localAddress ?? '')
    connections.open += 1
    socket.on('error', () => undefined).on('close', () => (connections.open -= 1))
  })
  const host = `${address}:${await listen(server, address)}`
  const receiver: Receiver = {
    origin: `http://${host}`,
    host,
    requests,
    connections,
    answer: (_request, response) => response.end(),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return receiver
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
