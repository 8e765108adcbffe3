import type { IncomingHttpHeaders } from 'node:http'
import type { BusboyFileStream } from '@fastify/busboy'
import { AppError, type FieldError } from '../../../models/domain/errors.js'
import { malformedForm, openForm } from './open-form.js'
import { tooLarge } from './read-body.js'

/** The file of a form. */
export interface UploadedFile {
  filename: string
  content: Buffer
}

/** The name of the form field that holds the file. */
export const FILE_FIELD = 'file'

/**
 * Parses the file of a form; other fields are ignored. Throws MALFORMED_BODY for a body that is not a form, BAD_REQUEST
 * on `file` without a file or with several, PAYLOAD_TOO_LARGE for a file above `limitBytes`.
 */
export async function parseUpload(
  headers: IncomingHttpHeaders,
  body: Buffer,
  limitBytes: number,
): Promise<UploadedFile> {
  const [file, ...others] = body.length === 0 ? [] : await filesOf(headers, body, limitBytes)
  if (!file) throw badFile('required', 'Attach a file')
  if (others.length > 0) throw badFile('too_big', 'Attach only one file')
  return file
}

function filesOf(headers: IncomingHttpHeaders, body: Buffer, limitBytes: number): Promise<UploadedFile[]> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(malformedForm())
    const form = openForm(headers, limitBytes)
    const files: UploadedFile[] = []
    form.on('file', (name, stream, filename) => {
      stream.once('error', fail)
      stream.once('limit', () => reject(tooLarge(limitBytes)))
      if (name === FILE_FIELD) collect(stream, (content) => files.push({ filename, content }))
      else stream.resume()
    })
    form.once('partsLimit', fail)
    form.on('error', fail)
    form.once('finish', () => resolve(files))
    form.end(body)
  })
}

function collect(stream: BusboyFileStream, done: (content: Buffer) => void): void {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
  stream.once('end', () => done(Buffer.concat(chunks)))
}

/** The error for a form without its file, or with several. */
export function badFile(code: FieldError['code'], message: string): AppError {
  return new AppError('BAD_REQUEST', message, {
    errors: [{ field: FILE_FIELD, code, message }],
    suggestion: `Send a multipart/form-data request with one file in the field ${FILE_FIELD}`,
  })
}
