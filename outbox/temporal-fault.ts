import { connect as connectSocket, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { withinTime } from '../runtime/concurrency/within-time.js'
import type { TemporalServer } from './temporal-server.js'

// Statuses of gRPC.
const NOT_FOUND = 5
const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16

const HANDSHAKE_MS = 3_000
const DEFAULT_PORT = 7233
// A client's first octets in HTTP/2 (RFC 9113, 3.4): the preface, and a SETTINGS frame without settings.
const GREETING = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
])

/** Says in one sentence why a call to Temporal failed at the start of a process, and what to do about it. */
export function explainTemporalError(error: unknown, namespace: string): string {
  const codes = codesOf(error)
  if (codes.includes(NOT_FOUND)) {
    return `Temporal has no namespace ${namespace}: set TEMPORAL_NAMESPACE, or temporal operator namespace create --namespace ${namespace}`
  }
  const isRefused = codes.includes(UNAUTHENTICATED) || codes.includes(PERMISSION_DENIED)
  if (isRefused || (error instanceof Error && error.message.includes('authentication credentials'))) {
    return 'Temporal rejected this process. Check TEMPORAL_API_KEY, TEMPORAL_TLS_CERT and TEMPORAL_NAMESPACE'
  }
  return 'Temporal is not reachable yet'
}

/** Connects by HTTP/2, with TLS as the settings say; returns the fault that prevents it, or null. */
export async function handshakeFault(server: TemporalServer): Promise<Error | null> {
  const socket = socketTo(server)
  try {
    socket.write(GREETING)
    // A server that demands a certificate refuses after the handshake, in place of its greeting.
    const answered = new Promise<Error | null>((resolve) => {
      socket.once('data', () => resolve(null)).once('error', resolve)
      socket.once('close', () => resolve(new Error('the connection was closed')))
    })
    return await withinTime(answered, HANDSHAKE_MS, 'no answer in time')
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

function socketTo({ address, tls }: TemporalServer): Socket {
  const url = new URL(`tcp://${address}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || DEFAULT_PORT
  if (!tls) return connectSocket({ host, port })
  const { serverRootCACertificate: ca, serverNameOverride: name, clientCertPair } = tls
  return connectTls({
    host,
    port,
    ALPNProtocols: ['h2'],
    ...(ca ? { ca } : {}),
    ...(name || !isIP(host) ? { servername: name ?? host } : {}),
    ...(clientCertPair ? { cert: clientCertPair.crt, key: clientCertPair.key } : {}),
  })
}

/** An error and its causes. */
export function chainOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : []
}

/** The codes of an error and its causes. */
export function codesOf(error: unknown): unknown[] {
  return chainOf(error).map((each) => ('code' in each ? each.code : undefined))
}
