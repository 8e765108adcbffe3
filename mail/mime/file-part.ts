import { isUtf8 } from 'node:buffer'
import { encode, wrap } from 'nodemailer/lib/base64'
import { buildHeaderValue } from 'nodemailer/lib/mime-funcs'
import { formatContentType, readContentType, type ContentType } from '../../models/domain/content-type.js'
import { foldLine } from './fold-line.js'
import { encodeHeaderText, oneLine } from './header-text.js'
import type { MessageAttachment } from './message-input.js'
import { plainMessage } from './message-part.js'
import type { Part } from './multipart.js'

const BASE64_LINE = 76
const ANY_FILE: ContentType = { type: 'application/octet-stream', parameters: new Map() }

/** A file of a message, as a MIME part. */
export function filePart({ contentType, disposition, content, ...file }: MessageAttachment): Part {
  const { type, encoding, bytes } = contentOf(readContentType(oneLine(contentType)) ?? ANY_FILE, content)
  // Readers decode encoded words, so a file name must not look like one.
  const filename = oneLine(file.filename).replaceAll('=?', '= ?')
  const contentId = oneLine(file.contentId ?? '').replaceAll(/[\s<>]/g, '')
  const lines = [
    foldLine(`Content-Type: ${formatContentType(type)}${legacyName(type, filename)}`),
    foldLine(`Content-Disposition: ${buildHeaderValue({ value: disposition, params: { filename } })}`),
    ...(contentId === '' ? [] : [foldLine(`Content-Id: <${contentId}>`)]),
    `Content-Transfer-Encoding: ${encoding}`,
  ]
  // A content id, unlike other texts here, need not be ASCII.
  return [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]
}

interface Content {
  type: ContentType
  encoding: '7bit' | 'base64'
  bytes: Buffer | string
}

function contentOf(type: ContentType, content: Buffer): Content {
  const base64 = { encoding: 'base64', bytes: wrap(encode(content), BASE64_LINE) } as const
  // RFC 6532, 3.7 and RFC 6533 allow to encode these types, unlike the message types of RFC 2046.
  const isEncoded = !type.type.startsWith('message/') || type.type.startsWith('message/global')
  if (isEncoded) return { type: withCharset(type, content), ...base64 }
  const message = plainMessage(content)
  return message ? { type, encoding: '7bit', bytes: message } : { type: ANY_FILE, ...base64 }
}

// Without a character set, a reader takes a text for ASCII (RFC 2046, 4.1.2) or guesses.
function withCharset({ type, parameters }: ContentType, content: Buffer): ContentType {
  const isSilent = type.startsWith('text/') && !parameters.has('charset') && !parameters.has('charset*')
  return { type, parameters: isSilent && isUtf8(content) ? new Map([['charset', 'utf-8'], ...parameters]) : parameters }
}

/** The file name for older programs, unless the type already has a name. */
function legacyName({ parameters }: ContentType, filename: string): string {
  if ([...parameters.keys()].some((name) => /^name(?:\*|$)/.test(name))) return ''
  return `; name="${encodeHeaderText(filename).replaceAll(/["\\]/g, '\\$&')}"`
}
