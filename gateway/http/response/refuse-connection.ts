import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../../../models/domain/errors.js'
import { newId } from '../../../runtime/ids.js'

interface Refusal {
  status: number
  /** If omitted, BAD_REQUEST: the client is at fault, and the API has no more precise code. */
  code?: ErrorCode
  message: string
}

const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request timed out before it was complete' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The chunk extensions are too large',
  },
}
const MALFORMED: Refusal = { status: 400, message: 'Invalid HTTP request' }

/**
 * Answers bytes that are not a complete, valid HTTP request, and closes the connection. `response` is the current
 * answer on this connection, if any: once its headers are sent, no other answer can follow.
 */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Duplex,
  response: ServerResponse | undefined,
): void {
  if (!socket.writable || error.code === 'ECONNRESET' || (response?.headersSent && !response.writableFinished)) {
    socket.destroy()
    return
  }
  socket.end(answer(REFUSALS[error.code ?? ''] ?? MALFORMED), () => socket.destroy())
}

/** Answers a request that HTTP does not allow with 400 and the reason, and closes the connection. */
export function refuseRequest(response: ServerResponse, message: string): void {
  const { status, headers, body } = present({ status: 400, message })
  response.writeHead(status, headers).end(body)
}

function answer(refusal: Refusal): string {
  const { status, headers, body } = present(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n${body}`
}

function present({ status, code = 'BAD_REQUEST', message }: Refusal) {
  const requestId = newId()
  const body = JSON.stringify({
    success: false,
    error: { code, message, statusCode: status, requestId },
    timestamp: new Date().toISOString(),
  })
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Request-Id': requestId,
  }
  return { status, headers, body }
}
