import { AppError } from '../../models/domain/errors.js'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024

/**
 * Fetches a text of SNS, without following redirects, and stops reading a text that is longer than SNS sends. Throws
 * SERVICE_UNAVAILABLE if that fails.
 */
export async function fetchFromSns(address: string): Promise<string> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`SNS answered ${response.status}`)
    return await textOf(response)
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', 'SNS did not respond', { cause })
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop cancels the rest of the body.
    if (bytes > MAX_BYTES) throw new Error('The response of SNS is too large')
  }
  return Buffer.concat(chunks).toString('utf8')
}
