import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'

/** The client closed the connection before its request was complete, so there is no answer to send. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError'
}

/** Whether the request announces a body. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

/**
 * Reads a body of at most `limitBytes`, and `overheadBytes` more for the form around it. Throws PAYLOAD_TOO_LARGE as
 * soon as the body exceeds that; the rest of the body is read and discarded, so that the client sees the answer instead
 * of a broken connection. Throws ClientGoneError when the client leaves.
 */
export function readBody(req: IncomingMessage, limitBytes: number, overheadBytes = 0): Promise<Buffer> {
  const maxBytes = limitBytes + overheadBytes
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(limitBytes))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    const onData = (chunk: Buffer): void => {
      sizeBytes += chunk.length
      if (sizeBytes <= maxBytes) {
        chunks.push(chunk)
        return
      }
      req.off('data', onData)
      req.resume()
      reject(tooLarge(limitBytes))
    }
    const onLeave = (): void => reject(new ClientGoneError('the client left before its body was complete'))
    req.on('data', onData)
    req.once('end', () => resolve(Buffer.concat(chunks)))
    req.once('error', onLeave)
    req.once('close', onLeave)
  })
}

/** The error for a body above its limit. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes`, { details: { limitBytes } })
}
