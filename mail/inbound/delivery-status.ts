import { fieldOf, withoutComment, type HeaderField } from './header-fields.js'
import type { ReportedRecipient } from './inbound-message.js'

const MAX_DIAGNOSTIC_LENGTH = 500
const MAX_RECIPIENTS = 1_000

/**
 * The recipients of the groups of fields of a delivery status (RFC 3464, 2; RFC 6533, 3), at most 1,000. A group without
 * an address or with an unknown action is left out.
 */
export function readRecipients(groups: HeaderField[][]): ReportedRecipient[] {
  return groups.flatMap(splitGroup).slice(0, MAX_RECIPIENTS).flatMap(readRecipient)
}

/** The first time in the groups at which delivery was last tried; null where none is given. */
export function lastAttemptOf(groups: HeaderField[][]): string | null {
  for (const fields of groups) {
    const found = fieldOf(fields, 'last-attempt-date')
    if (found) return found
  }
  return null
}

/**
 * An address of a report with its type, such as `rfc822; ann@example.com` or `utf-8; ann\x{FC}@example.com` (RFC 6533, 3).
 * A type that is not known, such as `x400`, has no address. A missing one is taken for `rfc822`, which some servers leave out.
 */
export function readTypedAddress(value: string | null): string | null {
  if (value === null) return null
  const semicolon = value.indexOf(';')
  const type = semicolon < 0 ? 'rfc822' : value.slice(0, semicolon).trim().toLowerCase()
  if (!ADDRESS_TYPES.has(type)) return null
  const bare = /<([^<>]*)>/.exec(value)?.[1] ?? withoutComment(value.slice(semicolon + 1))
  const address = type === 'utf-8' ? unescapeUtf8(bare.trim()) : bare.trim()
  const at = address.lastIndexOf('@')
  const isAddress = at > 0 && at < address.length - 1 && address.length <= 320 && !/[\s\p{Cc}]/u.test(address)
  return isAddress ? address : null
}

const ADDRESS_TYPES = new Set(['rfc822', 'utf-8'])

function unescapeUtf8(text: string): string {
  return text.replace(/\\x\{([0-9a-f]{2,6})\}/gi, (whole, hex: string) => {
    const point = Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

// Some servers forget the empty line between recipients, or between them and the fields on the message.
function splitGroup(fields: HeaderField[]): HeaderField[][] {
  const groups: HeaderField[][] = [[]]
  for (const field of fields) {
    const isAddress = field.name === 'final-recipient' || field.name === 'original-recipient'
    if (isAddress && groups.at(-1)?.some(({ name }) => name === field.name)) groups.push([])
    groups.at(-1)?.push(field)
  }
  return groups
}

function readRecipient(fields: HeaderField[]): ReportedRecipient[] {
  // The original recipient is the address that the message was sent to; the final one may come from a forwarding.
  const address =
    readTypedAddress(fieldOf(fields, 'original-recipient')) ?? readTypedAddress(fieldOf(fields, 'final-recipient'))
  const action = /^\s*(\w+)/.exec(fieldOf(fields, 'action') ?? '')?.[1]?.toLowerCase()
  if (address === null || !isAction(action)) return []
  const diagnostic = fieldOf(fields, 'diagnostic-code')
  const status = readStatus(fieldOf(fields, 'status'), diagnostic) ?? DEFAULT_STATUS[action]
  return [{ address, action, status, diagnostic: cleanDiagnostic(diagnostic) }]
}

type Action = ReportedRecipient['action']

const DEFAULT_STATUS: Record<Action, string> = {
  failed: '5.0.0',
  delayed: '4.0.0',
  delivered: '2.0.0',
  relayed: '2.0.0',
  expanded: '2.0.0',
}

function isAction(action: string | undefined): action is Action {
  return action !== undefined && Object.hasOwn(DEFAULT_STATUS, action)
}

const STATUS = /(?:^|[\s;#(-])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/

// Exim and others report `5.0.0` whatever the remote server said. The more exact code in the server's reply then counts,
// if it is of the same class.
function readStatus(field: string | null, diagnostic: string | null): string | null {
  const reported = statusIn(field ?? '')
  if (reported && !reported.endsWith('.0.0')) return reported
  const reply = /^\s*(?:x-)?smtp\b/i.test(diagnostic ?? '') ? statusIn((diagnostic ?? '').slice(0, 200)) : null
  return reply && (!reported || reply[0] === reported[0]) ? reply : reported
}

function statusIn(text: string): string | null {
  const found = STATUS.exec(text)
  return found ? `${found[1]}.${Number(found[2])}.${Number(found[3])}` : null
}

function cleanDiagnostic(value: string | null): string | null {
  const text = (value ?? '')
    .replace(/^\s*[\w.-]+\s*;/, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? null : text.slice(0, MAX_DIAGNOSTIC_LENGTH).replace(/[\ud800-\udbff]$/, '')
}
