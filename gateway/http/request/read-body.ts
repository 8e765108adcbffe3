import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'

/** The client closed the connection before its request was complete; nobody is left to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError'
}

/** Whether the request announces a body at all. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

/**
 * Reads a body of at most `limitBytes`, and `besidesBytes` for what wraps it. A larger one throws
 * PAYLOAD_TOO_LARGE as soon as that is known; what still comes is thrown away, so that the client sees the answer
 * instead of a broken connection. Throws ClientGoneError when the client leaves.
 */
export function readBody(req: IncomingMessage, limitBytes: number, besidesBytes = 0): Promise<Buffer> {
  const mostBytes = limitBytes + besidesBytes
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) return Promise.reject(tooLarge(limitBytes))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    const onData = (chunk: Buffer): void => {
      sizeBytes += chunk.length
      if (sizeBytes <= mostBytes) {
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

/** The refusal of what is larger than it may be. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes`, { details: { limitBytes } })
}
