import type { IncomingMessage } from 'node:http'

/** The body is larger than the caller takes. */
export class BodyTooLarge extends Error {}

/** Reads a request's body. Throws BodyTooLarge above `maxBytes`, after it has read and discarded the rest. */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    req.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
    })
    req.on('end', () => {
      if (sizeBytes > maxBytes) reject(new BodyTooLarge(`body is larger than ${maxBytes} bytes`))
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    req.on('error', reject)
    req.on('close', () => reject(new Error('the caller went away')))
  })
}
