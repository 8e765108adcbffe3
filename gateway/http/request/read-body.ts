import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'
import { ByteChunks } from '../../memory/byte-chunks.js'
import type { ByteReservation } from '../../memory/byte-budget.js'

/** The client closed the connection before its request was complete or done, so there is no answer to send. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError'
}

/** The message of a ClientGoneError. */
export const LEFT = 'the client left before its body was complete'

/** Whether the request announces a body. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

/** The limits on one body. */
export interface BodyLimits {
  limitBytes: number
  /** The bytes that the form around the body may add. */
  overheadBytes?: number
  /** The memory that the request has reserved for its body. */
  reservation: ByteReservation
}

/**
 * Reads a body. Throws PAYLOAD_TOO_LARGE as soon as the body exceeds its limit, and SERVICE_UNAVAILABLE without memory
 * for it. A body that declares its length needs memory for all of it before its first byte is read. It reserves only
 * the bytes that have arrived, because a declared length costs a client nothing. So a body is refused halfway only if
 * others have used the memory meanwhile. The rest of a refused body is read and discarded, so that the client sees the
 * answer instead of a broken connection. Throws ClientGoneError if the client disconnects, or is disconnected because
 * its body takes longer than a request may.
 */
export async function readBody(
  req: IncomingMessage,
  { limitBytes, overheadBytes = 0, reservation }: BodyLimits,
): Promise<Buffer> {
  const maxBytes = limitBytes + overheadBytes
  const requireWithin = (bytes: number): void => {
    if (bytes > maxBytes) throw tooLarge(limitBytes)
  }
  // A client that has disconnected already causes no further event.
  if (req.destroyed) throw new ClientGoneError(LEFT)
  const declaredBytes = Number(req.headers['content-length'] ?? 0)
  requireWithin(declaredBytes)
  reservation.requireRoom(declaredBytes)
  return new Promise((resolve, reject) => {
    const chunks = new ByteChunks()
    let sizeBytes = 0
    const stop = (error: unknown): void => {
      req.off('data', onData)
      // The request outlives its body while the rest is discarded.
      chunks.drop()
      req.resume()
      reject(error)
    }
    const onData = (chunk: Buffer): void => {
      sizeBytes += chunk.length
      try {
        requireWithin(sizeBytes)
        reservation.growTo(sizeBytes)
        chunks.add(chunk)
      } catch (error) {
        stop(error)
      }
    }
    const onLeave = (): void => stop(new ClientGoneError(LEFT))
    req.on('data', onData)
    req.once('end', () => {
      // Every request is closed in the end, and making an error for each would cost a stack trace.
      req.off('close', onLeave)
      resolve(chunks.take())
    })
    req.once('error', onLeave)
    req.once('close', onLeave)
  })
}

/** The error for a body above its limit. */
export function tooLarge(limitBytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes`, { details: { limitBytes } })
}
