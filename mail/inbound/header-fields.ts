import { isUtf8 } from 'node:buffer'
import { withAsciiWords } from './encoded-words.js'
import { decodeWindows1252 } from './windows-1252.js'

// These limits bound the work on a hostile header. Mail servers refuse headers that come near them.
const MAX_BLOCK_BYTES = 2 * 1024 * 1024
const MAX_VALUE_LENGTH = 64 * 1024
const MAX_FIELDS = 2_000

/** A header field: its name in lower case, and its unfolded, still encoded value. */
export interface HeaderField {
  name: string
  value: string
}

/**
 * The fields of a header block in their order (RFC 5322, 2.2). Lines that are not fields are left out. A field with
 * bytes that are not UTF-8 (RFC 6532) is read as windows-1252, because old clients write that without encoding. The
 * other fields stay UTF-8.
 */
export function readFields(block: Buffer): HeaderField[] {
  return readFieldLines(linesOf(block))
}

/** The value of the first field with a name in lower case; null where no field has that name. */
export function fieldOf(fields: HeaderField[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value ?? null
}

/** A value without the comment at its end (RFC 5322, 3.2.2) and the blanks around the comment. */
export function withoutComment(value: string): string {
  const text = value.trimEnd()
  const open = text.lastIndexOf('(')
  return open >= 0 && text.indexOf(')', open) === text.length - 1 ? text.slice(0, open).trimEnd() : text
}

/** Groups of fields with empty lines between them, as in delivery reports (RFC 3464, 2.1). */
export function readFieldGroups(block: Buffer): HeaderField[][] {
  const groups: string[][] = [[]]
  for (const line of linesOf(block)) {
    if (line.trim() === '') groups.push([])
    else groups.at(-1)?.push(line)
  }
  return groups.map(readFieldLines).filter((fields) => fields.length > 0)
}

/** Whether a line of bytes begins a header field. */
export function beginsField(line: Buffer): boolean {
  return fieldStart.test(line.toString('latin1', 0, 1_000))
}

const fieldStart = /^([!-9;-~]+)[ \t]*:/

// Each character stands for a byte, until the whole field is read and its character set is known.
function linesOf(block: Buffer): string[] {
  return block.toString('latin1', 0, MAX_BLOCK_BYTES).split(/\r?\n/)
}

function readFieldLines(lines: string[]): HeaderField[] {
  const folded: { name: string; parts: string[]; length: number }[] = []
  for (const line of lines) {
    const last = folded.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last && last.length < MAX_VALUE_LENGTH) {
        last.parts.push(line)
        last.length += line.length
      }
      continue
    }
    const start = fieldStart.exec(line)
    if (!start?.[1]) continue
    if (folded.length === MAX_FIELDS) break
    const value = line.slice(start[0].length)
    folded.push({ name: start[1].toLowerCase(), parts: [value], length: value.length })
  }
  return folded.map(({ name, parts }) => ({ name, value: cleanValue(decodeRaw(parts.join(''))) }))
}

function decodeRaw(value: string): string {
  if (isAscii(value)) return value
  const bytes = Buffer.from(withAsciiWords(value), 'latin1')
  return isUtf8(bytes) ? bytes.toString() : decodeWindows1252(bytes)
}

function isAscii(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII begins with the controls
  return /^[\0-\x7f]*$/.test(value)
}

// A control character must not remain in a header: it would reach logs, pages and headers made from the value.
function cleanValue(value: string): string {
  return value
    .slice(0, MAX_VALUE_LENGTH)
    .replace(/[^\P{Cc}\t]+/gu, ' ')
    .trim()
}
