import { once } from 'node:events'
import {
  connect,
  constants,
  createSecureServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { temporalServer } from './servers.js'

/** The run's Temporal behind TLS. */
export interface TemporalFront {
  address: string
  /** The `authorization` of every call, or undefined for one without. */
  authorizations: (string | undefined)[]
  close(): void
}

// gRPC's status for a caller who does not say who they are.
const UNAUTHENTICATED = '16'

/** Serves the run's Temporal over TLS, and with `apiKey` only to calls that bring it. */
export async function serveTemporal(options: SecureServerOptions & { apiKey?: string }): Promise<TemporalFront> {
  const { info } = await temporalServer()
  const upstream = connect(`http://${info.temporal}`)
  const authorizations: TemporalFront['authorizations'] = []
  const server = createSecureServer(options)
  const sessions = new Set<{ destroy(): void }>([upstream])
  server.on('session', (session) => sessions.add(session))
  // A client that is refused breaks the handshake off.
  server.on('sessionError', () => undefined)
  server.on('stream', (stream, headers) => {
    authorizations.push(headers.authorization)
    if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`) {
      const refusal = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': UNAUTHENTICATED }
      stream.respond(refusal, { endStream: true })
    } else {
      forward(stream, headers, upstream)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    authorizations,
    close() {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
}

function forward(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, upstream: ClientHttp2Session): void {
  // The upstream connection is in the clear and has a host of its own.
  const call = upstream.request({ ...headers, ':scheme': 'http', ':authority': undefined, authorization: undefined })
  let trailers: IncomingHttpHeaders = {}
  call.on('response', (answer, flags) => {
    // An answer without content brings its status in the headers, and no trailers.
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) > 0
    stream.respond(answer, endStream ? { endStream } : { waitForTrailers: true })
  })
  call.on('trailers', (given) => (trailers = given))
  stream.on('wantTrailers', () => stream.sendTrailers(trailers))
  stream.on('close', () => call.close(constants.NGHTTP2_CANCEL))
  for (const one of [call, stream]) one.on('error', () => undefined)
  stream.pipe(call)
  call.pipe(stream)
}
