import { decodeBase64 } from './base64.js'
import { statefulDecoderOf, type StatefulText } from './stateful-charsets.js'

// RFC 2047, 2. Some senders write blanks within a word, and most readers accept them.
const WORD = /=\?([^?\s]{1,100})\?([bq])\?([^?]*)\?=/gi
const BASE64_RUNS = /[A-Za-z0-9+/=]+|[^A-Za-z0-9+/=]+/g

/** Adjacent words of one character set. */
interface Run {
  charset: string
  bytes: Buffer[]
}

/**
 * Joins the encoded words of a text (RFC 2047). Words of one character set with only white space between them become
 * one word. Many senders divide a character between two words, so it has the bytes of all of them. In a character set
 * with states, such as ISO-2022-JP, each word begins anew (RFC 2047, 6.2): there, words are joined only until they lead
 * back to ASCII. The letter case of the character set makes no difference.
 */
export function joinEncodedWords(text: string): string {
  if (!text.includes('=?')) return text
  let joined = ''
  let from = 0
  let run: Run | null = null
  for (const { 0: word, 1: label = '', 2: encoding = '', 3: content = '', index } of text.matchAll(WORD)) {
    const between = text.slice(from, index)
    const charset = charsetOf(label)
    if (run && (run.charset !== charset || /\S/.test(between))) {
      joined += wordOf(run) + between
      run = null
    } else if (!run) {
      joined += between
    }
    run ??= { charset, bytes: [] }
    run.bytes.push(bytesOf(encoding, Buffer.from(content).toString('latin1')))
    from = index + word.length
  }
  return joined + (run ? wordOf(run) : '') + text.slice(from)
}

/**
 * Rewrites a text of raw bytes, in which each character stands for a byte, so that its encoded words are ASCII. A raw
 * byte in a word belongs to the character set of the word, in whatever character set the rest of the field is written.
 */
export function withAsciiWords(latin1: string): string {
  return latin1.replace(WORD, (word, label: string, encoding: string, content: string) =>
    // oxlint-disable-next-line no-control-regex -- the bytes that are no ASCII
    /[^\0-\x7f]/.test(content) ? wordOf({ charset: label, bytes: [bytesOf(encoding, content)] }) : word,
  )
}

// A language after the name of the character set (RFC 2231, 5) says nothing about the bytes.
function charsetOf(label: string): string {
  return (label.split('*', 1)[0] ?? '').toLowerCase()
}

function wordOf({ charset, bytes }: Run): string {
  const decode = statefulDecoderOf(charset)
  if (decode) return wordOf({ charset: 'utf-8', bytes: [Buffer.from(decodeWords(bytes, decode))] })
  return `=?${charset}?B?${Buffer.concat(bytes).toString('base64')}?=`
}

// So many words that break off are tried one by one, which keeps the time linear.
const MOST_OPEN_WORDS = 64

/** The text of adjacent words of a character set with states. */
function decodeWords(words: readonly Buffer[], decode: (bytes: Buffer) => StatefulText): string {
  let text = ''
  let open: Buffer[] = []
  for (const [index, word] of words.entries()) {
    open.push(word)
    const isLast = index === words.length - 1
    if (!isLast && open.length > MOST_OPEN_WORDS) continue
    const decoded = decode(Buffer.concat(open))
    if (decoded.isOpen && !isLast) continue
    text += decoded.text
    open = []
  }
  return text
}

/** The bytes of a word's content, in which a character stands for a byte. */
function bytesOf(encoding: string, content: string): Buffer {
  if (encoding.toLowerCase() === 'q') return Buffer.from(unquoted(content), 'latin1')
  const runs = content.match(BASE64_RUNS) ?? []
  return Buffer.concat(runs.map((run) => (isRaw(run) ? rawBytes(run) : decodeBase64(run))))
}

function unquoted(content: string): string {
  return content
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function isRaw(run: string): boolean {
  return !/^[A-Za-z0-9+/=]/.test(run)
}

// White space and other ASCII has no meaning in base64. The author wanted a byte beyond ASCII to be read.
function rawBytes(run: string): Buffer {
  return Buffer.from(run.replaceAll(/[^\x80-\xff]+/g, ''), 'latin1')
}
