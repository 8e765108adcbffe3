import { createServer, request, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { isOfForeignPage, namesOwnPort } from '../../runtime/own-requests.js'
import { StackError } from '../stack-error.js'
import type { Env } from '../settings.js'

/** Where Temporal's own server of the UI listens. */
export interface UiServer {
  host: string
  port: number
}

/** A listener before Temporal's web UI. */
export interface UiListener {
  close(): Promise<void>
}

const SETTINGS_PATH = '/api/v1/settings'
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
// A query is sent by POST and changes nothing.
const QUERY_PATH = /^\/api\/v1\/namespaces\/[^/]+\/workflows\/[^/]+\/query\/[^/]+$/
// These belong to one connection (RFC 9110 7.6.1).
const OF_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']
const READ_ONLY =
  'Workflows can only be viewed here. To change them, start with TEMPORAL_DISABLE_WRITE_ACTIONS=false in the environment.'

/**
 * An address of this machine for the server behind the listener. Where all of 127.0.0.0/8 is loopback, it is one of
 * millions: no web page can guess its name and port to get around the listener.
 */
export function hiddenLoopback(): string {
  const part = (): number => 1 + Math.floor(Math.random() * 254)
  return process.platform === 'linux' ? `127.${part()}.${part()}.${part()}` : '127.0.0.1'
}

/** Whether Temporal's web UI may change workflows, which it does only on request. Throws StackError. */
export function readUiWrites({ TEMPORAL_DISABLE_WRITE_ACTIONS: value }: Env): boolean {
  if (!value || value === 'true') return false
  if (value === 'false') return true
  throw new StackError(`TEMPORAL_DISABLE_WRITE_ACTIONS is "${value}", and must be true or false.`)
}

/**
 * Opens a listener before Temporal's web UI, which itself answers every name and has no log-in. It answers the names of
 * this machine alone, refuses what a foreign page sends, and without `writes` all that changes something. Streams and
 * WebSockets pass through.
 */
export async function openUiListener(port: number, ui: UiServer, { writes }: { writes: boolean }): Promise<UiListener> {
  // The server no longer knows a connection that it has handed out for an upgrade.
  const upgraded = new Set<Duplex>()
  const server = createServer({ requestTimeout: 0 }, (req, res) => {
    const refusal = refusalOf(req, writes)
    if (refusal) sendRefusal(res, 403, refusal)
    else if (req.method === 'GET' && pathOf(req) === SETTINGS_PATH && !writes) void passSettings(req, res, ui)
    else pass(req, res, ui)
  })
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    upgraded.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => upgraded.delete(socket))
    if (refusalOf(req, writes) || isOfForeignPage(req)) socket.end(headOf(403, { connection: 'close' }))
    else passUpgrade({ req, socket, head }, ui)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // The page keeps streams open, and the server behind them ends now.
        server.closeAllConnections()
        for (const socket of upgraded) socket.destroy()
      }),
  }
}

function refusalOf(req: IncomingMessage, writes: boolean): string | null {
  if (!namesOwnPort(req)) {
    const { port } = req.socket.address() as AddressInfo
    return `Unknown host. Use 127.0.0.1:${port}, localhost:${port} or [::1]:${port}.`
  }
  if (READING.has(req.method ?? '')) return null
  if (isOfForeignPage(req)) return 'Requests from other origins are not allowed.'
  return writes || (req.method === 'POST' && QUERY_PATH.test(pathOf(req))) ? null : READ_ONLY
}

function pass(req: IncomingMessage, res: ServerResponse, ui: UiServer): void {
  const passed = request(passedRequest(req, ui), (answer) => {
    res.writeHead(answer.statusCode ?? 502, passedHeaders(answer))
    // The head of a stream comes long before its first bytes.
    res.flushHeaders()
    answer.on('error', () => res.destroy()).pipe(res)
  })
  passed.on('error', () => sendUnavailable(res))
  res.on('close', () => passed.destroy())
  req.pipe(passed)
}

/** The page shows no buttons for what the listener would refuse. */
async function passSettings(req: IncomingMessage, res: ServerResponse, ui: UiServer): Promise<void> {
  try {
    const answer = await fetch(`http://${ui.host}:${ui.port}${req.url}`)
    const settings = { ...((await answer.json()) as object), DisableWriteActions: true }
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(settings))
  } catch {
    sendUnavailable(res)
  }
}

function passUpgrade(
  { req, socket, head }: { req: IncomingMessage; socket: Duplex; head: Buffer },
  ui: UiServer,
): void {
  const passed = request({ ...passedRequest(req, ui), headers: req.headers })
  passed.on('upgrade', (answer, other, first) => {
    socket.write(headOf(101, answer.headers))
    socket.write(first)
    other.write(head)
    socket.once('close', () => other.destroy()).pipe(other)
    other.on('error', () => socket.destroy()).once('close', () => socket.destroy())
    other.pipe(socket)
  })
  passed.on('response', (answer) => {
    socket.write(headOf(answer.statusCode ?? 502, { ...passedHeaders(answer), connection: 'close' }))
    answer.pipe(socket)
  })
  passed.on('error', () => socket.destroy())
  socket.once('close', () => passed.destroy())
  passed.end()
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

function passedRequest(req: IncomingMessage, { host, port }: UiServer) {
  return { host, port, method: req.method, path: req.url, headers: passedHeaders(req), agent: false as const }
}

function passedHeaders({ headers }: IncomingMessage): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)))
}

function headOf(status: number, headers: Record<string, string | string[] | undefined>): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}`))
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
}

function sendUnavailable(res: ServerResponse): void {
  if (res.headersSent) res.destroy()
  else sendRefusal(res, 503, "Temporal's web UI is not ready yet.")
}

/** The page shows the `message` of an error. */
function sendRefusal(res: ServerResponse, status: number, message: string): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
}
