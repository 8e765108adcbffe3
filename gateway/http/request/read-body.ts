import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'
import { ByteChunks } from '../../memory/byte-chunks.js'
import type { ByteReservation } from '../../memory/byte-budget.js'

/** The client closed the connection before its request was complete, so there is no answer to send. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError'
}

const LEFT = 'the client left before its body was complete'

/** Whether the request announces a body. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

/** The limits on one body. */
export interface BodyLimits {
  limitBytes: number
  /** The bytes that the form around the body may add. */
  overheadBytes?: number
  /** The room for bodies that the request holds. */
  reservation: ByteReservation
}

/**
 * Reads a body. Throws PAYLOAD_TOO_LARGE as soon as the body exceeds its limit, and SERVICE_UNAVAILABLE without room for
 * it: a body that declares its length needs the room for all of it before its first byte is read, and holds what has come,
 * because a declared length costs a client nothing. So a body is refused halfway only where others took the room
 * meanwhile. The rest of a refused body is read and discarded, so that the client sees the answer instead of a broken
 * connection. Throws ClientGoneError when the client leaves, or is cut off because its body takes longer than a request may.
 */
export async function readBody(
  req: IncomingMessage,
  { limitBytes, overheadBytes = 0, reservation }: BodyLimits,
): Promise<Buffer> {
  const maxBytes = limitBytes + overheadBytes
  const requireWithin = (bytes: number): void => {
    if (bytes > maxBytes) throw tooLarge(limitBytes)
  }
  // The client may leave before anyone reads, and then there is no further event to wait for.
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
      // Every request is closed in the end, and an error for each would cost its stack.
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
