import type { IncomingMessage } from 'node:http'
import { TextDecoder } from 'node:util'
import { isNestedWithin } from '../../models/domain/nesting.js'
import type { WebhookAnswer } from './failures.js'

const MAX_BYTES = 64 * 1024
// MongoDB limits documents to 100 levels, and the answer is stored as a part of one.
const MAX_LEVELS = 50
const JSON_TYPE = /^[^;]*[/+]json\s*(?:;|$)/i
const CHARSET = /;\s*charset="?([\w:-]+)/i

/** Reads an answer with up to 64 KB of its body; the connection of a longer one is closed. */
export async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const { bytes, truncated } = await readUpTo(response, MAX_BYTES)
  return { statusCode: response.statusCode ?? 0, response: decode(bytes, truncated, response.headers), truncated }
}

async function readUpTo(response: IncomingMessage, limit: number): Promise<{ bytes: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop destroys the response, and with it the connection.
    if (size > limit) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), truncated: size > limit }
}

function decode(bytes: Buffer, truncated: boolean, headers: IncomingMessage['headers']): unknown {
  const encoding = headers['content-encoding'] ?? 'identity'
  // The request asked for no encoding. Decompression could unpack a small body to any size.
  if (bytes.length === 0 || encoding !== 'identity') return null
  const type = headers['content-type'] ?? ''
  const text = textOf(bytes, CHARSET.exec(type)?.[1], truncated)
  return JSON_TYPE.test(type) && !truncated ? parseJson(text) : text
}

function textOf(bytes: Buffer, charset: string | undefined, truncated: boolean): string {
  // In stream mode, the decoder leaves out a character that the cut divided.
  return decoderOf(charset).decode(bytes, { stream: truncated })
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** The value of JSON; the text itself where it is no JSON, or nested too deeply to be stored. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isNestedWithin(value, MAX_LEVELS) ? value : text
  } catch {
    return text
  }
}
