import { isUtf8 } from 'node:buffer'
import { decodeBase64 } from './base64.js'
import { fieldOf } from './header-fields.js'
import type { MimePart } from './mime-parts.js'
import { readParameter } from './parameters.js'
import { statefulDecoderOf } from './stateful-charsets.js'
import { decodeWindows1252 } from './windows-1252.js'

/**
 * The body of a part without its transfer encoding (RFC 2045, 6). Of a broken encoding, the readable part is decoded.
 */
export function decodeTransfer(part: MimePart): Buffer {
  const encoding = /[\w-]+/.exec(fieldOf(part.fields, 'content-transfer-encoding') ?? '')?.[0]?.toLowerCase()
  if (encoding === 'base64') return decodeBase64(part.body.toString('latin1'))
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(part.body) : part.body
}

/**
 * The text of a text part: at most `limitBytes` in UTF-8, with lines that end in `\n`, and without NULs. Adds to
 * `faults` when the text is cut, and when its character set is unknown or wrong.
 */
export function decodeText(part: MimePart, limitBytes: number, faults: Set<string>): string {
  const bytes = decodeTransfer(part)
  // A character takes at most four bytes in any of the character sets, and one at least in UTF-8.
  const considered = bytes.length > 4 * limitBytes ? wholeCharacters(bytes.subarray(0, 4 * limitBytes)) : bytes
  const decoded = decodeCharset(considered, readParameter(part.typeField, 'charset'), faults)
  const text = unflow(decoded.replaceAll('\0', '').replace(/\r\n?/g, '\n'), part.typeField)
  const kept = cutToBytes(text, limitBytes)
  if (kept.length < text.length || considered.length < bytes.length) {
    faults.add(`The ${part.type === 'text/html' ? 'HTML' : 'text'} is longer than ${limitBytes} bytes and was cut.`)
  }
  return kept
}

/** The beginning of a text that takes at most `limitBytes` in UTF-8 and ends with a whole character. */
export function cutToBytes(text: string, limitBytes: number): string {
  if (text.length * 3 <= limitBytes || Buffer.byteLength(text) <= limitBytes) return text
  return wholeCharacters(Buffer.from(text).subarray(0, limitBytes)).toString()
}

const EQUALS = 61
const LF = 10
const CR = 13

// RFC 2045, 6.7. An equals sign that does not begin an escape stands for itself.
function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte !== EQUALS) {
      decoded[length++] = byte
      continue
    }
    const value = hexValue(body[at + 1]) * 16 + hexValue(body[at + 2])
    if (value >= 0) {
      decoded[length++] = value
      at += 2
      continue
    }
    const next = softBreakEnd(body, at + 1)
    if (next === null) decoded[length++] = byte
    else at = next - 1
  }
  return decoded.subarray(0, length)
}

// Mail servers on the way may add blanks between the equals sign and the end of the line.
function softBreakEnd(body: Buffer, from: number): number | null {
  let at = from
  while (at - from < 100 && (body[at] === 32 || body[at] === 9)) at += 1
  if (at >= body.length || body[at] === LF) return at + 1
  return body[at] === CR && body[at + 1] === LF ? at + 2 : null
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -Infinity
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -Infinity
}

// Names of character sets in mail that the Encoding standard knows under other names.
const CHARSETS = new Map([
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['ms949', 'euc-kr'],
  ['iso-8859-8-e', 'iso-8859-8'],
  ['utf8mb4', 'utf-8'],
])
const MAX_CHARSET_LENGTH = 100
const UTF_8_OR_LESS = /^(?:utf-?8|us-ascii|ascii|)$/

function decodeCharset(bytes: Buffer, declared: string | null, faults: Set<string>): string {
  const name = (declared ?? '').slice(0, MAX_CHARSET_LENGTH).trim().toLowerCase().split('*', 1)[0] ?? ''
  if (!UTF_8_OR_LESS.test(name)) {
    const stateful = statefulDecoderOf(name)
    if (stateful) return stateful(bytes).text
    const decoder = decoderOf(name)
    if (decoder) return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes)
    faults.add('The character set of the text is unknown; some characters may be wrong.')
  }
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  // Mail without a character set, or with a wrong one, mostly comes from Windows.
  if (name.startsWith('utf'))
    faults.add('The text is not in the character set that it names; some characters may be wrong.')
  return decodeWindows1252(bytes)
}

function decoderOf(name: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(CHARSETS.get(name) ?? name.replace(/^x-/, ''))
  } catch {
    return null
  }
}

function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  const lead = bytes[end - 1] ?? 0
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return end - 1 + length === bytes.length ? bytes : bytes.subarray(0, lead >= 0xc0 ? end - 1 : bytes.length)
}

/** Joins the lines into which `format=flowed` divided a paragraph (RFC 3676, 4). */
function unflow(text: string, typeField: string): string {
  if (readParameter(typeField, 'format')?.toLowerCase() !== 'flowed') return text
  const dropsBlank = readParameter(typeField, 'delsp')?.toLowerCase() === 'yes'
  const joined: string[] = []
  let isOpen = false
  let openDepth = 0
  for (const line of text.split('\n')) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    const content = line.slice(depth).replace(/^ /, '')
    const isSignature = content === '-- '
    const flows = content.endsWith(' ') && !isSignature
    const piece = flows && dropsBlank ? content.slice(0, -1) : content
    if (isOpen && depth === openDepth && !isSignature) joined.push(piece)
    else joined.push(joined.length > 0 ? '\n' : '', quoteMark(depth), piece)
    isOpen = flows
    openDepth = depth
  }
  return joined.join('')
}

function quoteMark(depth: number): string {
  return depth === 0 ? '' : `${'>'.repeat(depth)} `
}
