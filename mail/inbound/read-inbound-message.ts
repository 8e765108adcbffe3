import { addressParser, decodeWords } from 'postal-mime'
import type { Mailbox } from '../mime/message-input.js'
import { joinEncodedWords } from './encoded-words.js'
import { fieldOf, withoutComment, type HeaderField } from './header-fields.js'
import { readBodies, sortParts } from './inbound-bodies.js'
import { readFiles, withoutBrackets } from './inbound-files.js'
import type { InboundMessage } from './inbound-message.js'
import {
  INBOUND_LIMITS,
  MAX_ENCODED_SUBJECT_LENGTH,
  MAX_MAILBOXES,
  MAX_MAILBOXES_LENGTH,
  MAX_REFERENCES,
  MAX_SUBJECT_LENGTH,
  type InboundLimits,
} from './limits.js'
import { splitMessage, type MimePart } from './mime-parts.js'

/**
 * Reads a received message (RFC 5322, 2045 to 2047, 2231, 6532). The function never throws: it reads broken content as
 * far as possible, and names cut or unreadable content in a sentence of `faults`. The time is linear in the size of the
 * message. An attached message is a file, which is not read further.
 */
export async function readInboundMessage(raw: Buffer, limits: InboundLimits = INBOUND_LIMITS): Promise<InboundMessage> {
  const faults = new Set<string>()
  const root = splitMessage(raw, faults)
  if (root.fields.length === 0) faults.add('The message has no header.')
  const { sections, files } = sortParts(root)
  return {
    ...readHeader(root.fields, faults),
    ...readBodies(sections, limits, faults),
    files: await readFiles(files, limits, faults),
    isAutomatic: isAutomatic(root),
    faults: [...faults],
  }
}

type Header = Omit<InboundMessage, 'text' | 'html' | 'files' | 'isAutomatic' | 'faults'>

function readHeader(fields: HeaderField[], faults: Set<string>): Header {
  const [from, ...furtherFrom] = readMailboxes(fields, 'from')
  if (furtherFrom.length > 0) faults.add('The message names several senders; the first one was taken.')
  return {
    messageId: withoutBrackets(fieldOf(fields, 'message-id') ?? '') || null,
    inReplyTo: withoutBrackets(fieldOf(fields, 'in-reply-to') ?? '') || null,
    references: readReferences(fieldOf(fields, 'references') ?? ''),
    from: from ?? null,
    replyTo: readMailboxes(fields, 'reply-to')[0] ?? null,
    to: keepSome(readMailboxes(fields, 'to'), 'To', faults),
    cc: keepSome(readMailboxes(fields, 'cc'), 'Cc', faults),
    subject: oneLine(
      decodeWords(joinEncodedWords((fieldOf(fields, 'subject') ?? '').slice(0, MAX_ENCODED_SUBJECT_LENGTH))),
      MAX_SUBJECT_LENGTH,
    ),
    date: readDate(fieldOf(fields, 'date')),
  }
}

function readReferences(field: string): string[] {
  const ids = [...field.matchAll(/<([^<>\s]{1,998})>/g)].flatMap(([, id]) => (id ? [id] : []))
  return ids.slice(-MAX_REFERENCES)
}

const MAX_MAILBOX_FIELDS = 2

// The members of a group are read as mailboxes (RFC 5322, 3.4), and two headers of one name as one list.
function readMailboxes(fields: HeaderField[], name: string): Mailbox[] {
  return fields
    .filter((field) => field.name === name && field.value !== '')
    .slice(0, MAX_MAILBOX_FIELDS)
    .flatMap(({ value }) => addressParser(joinEncodedWords(value.slice(0, MAX_MAILBOXES_LENGTH)), { flatten: true }))
    .flatMap(({ address: written, name }) => {
      // A source route (RFC 5321, appendix C) is ignored.
      const address = written?.replace(/^@[^:]{0,300}:/, '') ?? ''
      if (!isShapedAsAddress(address)) return []
      const shown = oneLine(name, MAX_SUBJECT_LENGTH)
      return [shown === '' ? { address } : { address, name: shown }]
    })
}

function isShapedAsAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  return at > 0 && at < address.length - 1 && address.length <= 320 && !/[\s\p{Cc}<>]/u.test(address)
}

function keepSome(mailboxes: Mailbox[], name: string, faults: Set<string>): Mailbox[] {
  if (mailboxes.length > MAX_MAILBOXES) {
    faults.add(`${name} has more than ${MAX_MAILBOXES} addresses; the rest was left out.`)
  }
  return mailboxes.slice(0, MAX_MAILBOXES)
}

const MAX_DATE_LENGTH = 100

/** A time of a header (RFC 5322, 3.3), without its comment; null for anything else. */
export function readDate(value: string | null): Date | null {
  const date = new Date(withoutComment((value ?? '').slice(0, MAX_DATE_LENGTH)) || Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

// An encoded word may hold line ends and other control characters.
function oneLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length <= maxLength ? line : line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}

const AUTOMATIC_FIELDS = ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-auto-response-suppress']

// RFC 3834, and other fields in use. A null return path (RFC 5321, 4.5.5) marks reports.
function isAutomatic({ fields, type }: MimePart): boolean {
  const submitted = (fieldOf(fields, 'auto-submitted') ?? 'no').trim().toLowerCase()
  return (
    !/^no\b/.test(submitted) ||
    /^\s*(?:bulk|list|junk|auto_reply)\b/i.test(fieldOf(fields, 'precedence') ?? '') ||
    /^\s*<\s*>/.test(fieldOf(fields, 'return-path') ?? '') ||
    type === 'multipart/report' ||
    AUTOMATIC_FIELDS.some((name) => fieldOf(fields, name) !== null)
  )
}
