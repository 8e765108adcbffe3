import type { Encoding } from '../../../shared/encoding.js'
import { slicesOf } from './read-slices.js'

/**
 * The file in UTF-8, the only encoding of the API. The file is converted slice by slice; the browser keeps large ones
 * on disk.
 */
export async function inUtf8(file: Blob, encoding: Encoding, signal: AbortSignal): Promise<Blob> {
  if (encoding === 'utf-8') return file
  const decoder = new TextDecoder(encoding)
  const parts: Blob[] = []
  for await (const bytes of slicesOf(file)) {
    signal.throwIfAborted()
    parts.push(new Blob([decoder.decode(bytes, { stream: true })]))
  }
  return new Blob([...parts, decoder.decode()], { type: 'text/csv' })
}
