import { randomBytes } from 'node:crypto'

const BUFFER_BYTES = 4_096

let buffered = Buffer.alloc(0)

/** Takes random bytes from a buffer, which saves a system call for each id or nonce. */
export function takeRandomBytes(count: number): Buffer {
  if (buffered.length < count) buffered = randomBytes(Math.max(count, BUFFER_BYTES))
  const bytes = buffered.subarray(0, count)
  buffered = buffered.subarray(count)
  return bytes
}
