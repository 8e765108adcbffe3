import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { ByteReservation } from '../../memory/byte-budget.js'
import type { FileSink, StreamedFile } from '../endpoint.js'
import { FORM_BYTES, malformedForm, openForm } from './open-form.js'
import { badFile, FILE_FIELD } from './parse-upload.js'
import { ClientGoneError, LEFT, tooLarge } from './read-body.js'

/** The memory that one stream takes: its beginning, the chunk that fills, and those on the way to the database. */
const STREAM_BYTES = 2 * 1024 * 1024

/** Where a file goes, and its limits. */
export interface StreamTarget {
  sink: FileSink
  limitBytes: number
  reservation: ByteReservation
}

/**
 * Passes the file of a form to a sink while it arrives, as fast as the sink takes it; other fields are ignored. Throws
 * as `parseUpload`, SERVICE_UNAVAILABLE without memory for a stream, and ClientGoneError if the client disconnects. The
 * rest of a refused body is read and discarded, so that the client sees the answer.
 */
export async function receiveStream(
  req: IncomingMessage,
  { sink, limitBytes, reservation }: StreamTarget,
): Promise<StreamedFile> {
  if (req.destroyed) throw new ClientGoneError(LEFT)
  const maxBytes = limitBytes + FORM_BYTES
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(limitBytes)
  reservation.growTo(STREAM_BYTES)
  const form = openForm(req.headers, limitBytes)
  const received: { file: Omit<StreamedFile, 'file'>; stream: Readable; stored: Promise<void> }[] = []
  let sizeBytes = 0
  await new Promise<void>((resolve, reject) => {
    const stop = (error: unknown): void => {
      req.unpipe(form)
      req.off('data', count)
      req.resume()
      for (const { stream } of received) stream.destroy()
      reject(error)
    }
    const fail = (): void => stop(malformedForm())
    const leave = (): void => stop(new ClientGoneError(LEFT))
    const count = (bytes: Buffer): void => {
      sizeBytes += bytes.length
      if (sizeBytes > maxBytes) stop(tooLarge(limitBytes))
    }
    form.on('file', (name, stream, filename, _encoding, contentType) => {
      stream.once('error', fail)
      stream.once('limit', () => stop(tooLarge(limitBytes)))
      if (name !== FILE_FIELD) stream.resume()
      else if (received.length > 0) stop(badFile('too_big', 'Attach only one file'))
      else {
        const stored = store(stream, sink)
        stored.catch(stop)
        received.push({ file: { filename, contentType }, stream, stored })
      }
    })
    form.once('partsLimit', fail)
    form.on('error', fail)
    form.once('finish', resolve)
    req.on('data', count)
    req.once('error', leave)
    req.once('close', leave)
    req.once('end', () => req.off('close', leave))
    req.pipe(form)
  })
  const [first] = received
  if (!first) throw badFile('required', 'Attach a file')
  await first.stored
  return { ...first.file, file: sink }
}

async function store(stream: Readable, sink: FileSink): Promise<void> {
  for await (const bytes of stream) await sink.write(bytes as Buffer)
  await sink.end()
}
