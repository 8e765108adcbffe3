import type { IncomingHttpHeaders } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '../../../models/domain/errors.js'

/** The limit on everything in a form but its file: names, boundaries and fields. */
export const FORM_BYTES = 64 * 1024

const MAX_PARTS = 20
const MAX_PART_HEADERS = 20

/** A parser of the form that the headers declare, url-encoded or multipart. Throws MALFORMED_BODY for other headers. */
export function openForm(headers: IncomingHttpHeaders, fileLimitBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        fileSize: fileLimitBytes,
        fieldSize: FORM_BYTES,
        fields: MAX_PARTS,
        parts: MAX_PARTS,
        headerPairs: MAX_PART_HEADERS,
      },
    })
  } catch (error) {
    throw malformedForm(error)
  }
}

/** The error for a body that is no valid form. */
export function malformedForm(cause?: unknown): AppError {
  return new AppError('MALFORMED_BODY', 'The body is not a valid form', { cause })
}
