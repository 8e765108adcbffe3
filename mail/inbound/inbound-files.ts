import { withoutEnd } from '../../runtime/without-end.js'
import { decodeTransfer } from './decode-body.js'
import { fieldOf } from './header-fields.js'
import type { InboundFile } from './inbound-message.js'
import { MAX_FILE_NAME_LENGTH, type InboundLimits } from './limits.js'
import type { MimePart } from './mime-parts.js'
import { readFileName } from './parameters.js'

/** Decodes the files among the parts of a message. Files beyond the limits are left out, and `faults` says so. */
export async function readFiles(parts: MimePart[], limits: InboundLimits, faults: Set<string>): Promise<InboundFile[]> {
  const files: InboundFile[] = []
  let totalBytes = 0
  for (const part of parts) {
    if (files.length === limits.files) {
      faults.add(`The message has more than ${limits.files} files; the rest was left out.`)
      break
    }
    const file = await readFile(part, files.length + 1)
    const sizeBytes = file.content.length
    if (sizeBytes > limits.fileBytes) {
      faults.add(`The file "${file.filename}" is larger than ${limits.fileBytes} bytes and was left out.`)
    } else if (totalBytes + sizeBytes > limits.allFilesBytes) {
      faults.add(`The files are larger than ${limits.allFilesBytes} bytes together; "${file.filename}" was left out.`)
    } else {
      totalBytes += sizeBytes
      files.push(file)
    }
  }
  return files
}

async function readFile(part: MimePart, position: number): Promise<InboundFile> {
  const disposition = fieldOf(part.fields, 'content-disposition') ?? ''
  const fileName = await readFileName(disposition, part.typeField)
  const contentId = withoutBrackets(fieldOf(part.fields, 'content-id') ?? '')
  const isInline = /^\s*inline\b/i.test(disposition) || (disposition === '' && contentId !== '')
  return {
    filename: cleanFileName(fileName ?? '') || defaultName(part.type, position),
    contentType: part.type,
    contentId: contentId === '' ? null : contentId,
    disposition: isInline ? 'inline' : 'attachment',
    content: decodeTransfer(part),
  }
}

/** A message or content id without its angle brackets, on one line, at most 998 characters. */
export function withoutBrackets(field: string): string {
  const inner = /<([^<>]*)>/.exec(field)?.[1] ?? field
  return inner.replace(/\s+/g, '').slice(0, 998)
}

// Characters that change the direction of text can show `fdp.exe` as `exe.pdf`.
const UNSAFE_IN_NAMES = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

// The name of a downloaded file has no folders, and no dot or blank at its beginning or its end.
function cleanFileName(name: string): string {
  const last =
    name
      .replace(UNSAFE_IN_NAMES, '')
      .split(/[/\\]/)
      .findLast((step) => /[^\s.]/.test(step)) ?? ''
  const bare = withoutEnd(last.replace(/^[\s.]+/, '').trimEnd(), '.')
  if (bare.length <= MAX_FILE_NAME_LENGTH) return bare
  const ending = /\.\w{1,10}$/.exec(bare)?.[0] ?? ''
  return bare.slice(0, MAX_FILE_NAME_LENGTH - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

const ENDINGS: Record<string, string> = {
  'application/ics': 'ics',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'message/global': 'eml',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
}

function defaultName(type: string, position: number): string {
  const ending = ENDINGS[type] ?? (type.startsWith('text/') || type.startsWith('message/') ? 'txt' : 'bin')
  return `${type.startsWith('message/') ? 'message' : 'file'}-${position}.${ending}`
}
