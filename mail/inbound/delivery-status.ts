import { effectiveStatus, enhancedCodeIn, readReply } from '../../models/domain/bounces/server-reply.js'
import { addressesIn } from './addresses-in.js'
import { commandOf } from './bounce-notice.js'
import { fieldOf, withoutComment, type HeaderField } from './header-fields.js'
import type { ReportedRecipient } from './inbound-message.js'
import { replyInNotice } from './notice-text.js'

const MAX_DIAGNOSTIC_LENGTH = 500
const MAX_REPLY_LENGTH = 4_000
const MAX_RECIPIENTS = 1_000

/** The parts of a report that help to understand the fields of its status part. */
export interface ReportContext {
  /** The text for people. */
  notice: string
  /** The addresses of the message's sender, in lower case, and their domains. */
  senderNames: ReadonlySet<string>
}

/**
 * The recipients in the groups of fields of a delivery status (RFC 3464, 2; RFC 6533, 3), at most 1,000. A group
 * describes a recipient where it has any field of a recipient, even without a usable address or a registered action.
 */
export function readRecipients(groups: HeaderField[][], context: ReportContext): ReportedRecipient[] {
  const reporter = groups.map((fields) => fieldOf(fields, 'reporting-mta')).find((name) => name !== null) ?? ''
  return groups
    .flatMap(splitGroup)
    .filter((fields) => fields.some(({ name }) => OF_RECIPIENTS.has(name)))
    .slice(0, MAX_RECIPIENTS)
    .map((fields) => readRecipient(fields, reporter, context))
}

// The fields of a recipient (RFC 3464, 2.3). The other fields describe the message.
const OF_RECIPIENTS = new Set([
  'original-recipient',
  'final-recipient',
  'action',
  'status',
  'remote-mta',
  'diagnostic-code',
  'will-retry-until',
])

/** The time of the last attempt, from the first group that names one; null where none does. */
export function lastAttemptOf(groups: HeaderField[][]): string | null {
  for (const fields of groups) {
    const found = fieldOf(fields, 'last-attempt-date')
    if (found) return found
  }
  return null
}

/**
 * An address of a report with its type, such as `rfc822; ann@example.com` or `utf-8; ann\x{FC}@example.com` (RFC 6533,
 * 3). Null for an unknown type, such as `x400`. An address without a type is read as `rfc822`, because some servers
 * leave the type out.
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

// Some servers forget the empty line between recipients, or the one after the fields of the message.
function splitGroup(fields: HeaderField[]): HeaderField[][] {
  const groups: HeaderField[][] = [[]]
  for (const field of fields) {
    const isAddress = field.name === 'final-recipient' || field.name === 'original-recipient'
    if (isAddress && groups.at(-1)?.some(({ name }) => name === field.name)) groups.push([])
    groups.at(-1)?.push(field)
  }
  return groups
}

function readRecipient(fields: HeaderField[], reporter: string, context: ReportContext): ReportedRecipient {
  const diagnostic = fieldOf(fields, 'diagnostic-code')
  return recipientOf(
    {
      // The message was sent to the original recipient. The final recipient may come from a forwarding.
      address:
        readTypedAddress(fieldOf(fields, 'original-recipient')) ?? readTypedAddress(fieldOf(fields, 'final-recipient')),
      action: /^\s*([\w-]+)/.exec(fieldOf(fields, 'action') ?? '')?.[1]?.toLowerCase() ?? '',
      status: fieldOf(fields, 'status') ?? '',
      reply: cleanDiagnostic(diagnostic),
      source: [
        reporter,
        fieldOf(fields, 'remote-mta') ?? '',
        /^\s*([\w.-]+)\s*;/.exec(diagnostic ?? '')?.[1] ?? '',
      ].join(' '),
    },
    context,
  )
}

/** The entry of one recipient in a report, in the words of the report. */
interface RecipientEntry {
  address?: string | null
  /** In lower case. */
  action: string
  /** The value of `Status`, with its comment. */
  status?: string
  reply: string | null
  source: string
}

/** Reads the entry of a recipient, which stands in fields or in words. */
export function recipientOf(entry: RecipientEntry, { notice, senderNames }: ReportContext): ReportedRecipient {
  const reportedStatus = enhancedCodeIn(entry.status ?? '')
  const inNotice = entry.reply === null && isUnspecific(reportedStatus) ? replyInNotice(notice) : null
  // The comment of a status holds the words of the reporting server. They count where the report has no reply.
  const reply = entry.reply ?? cleanDiagnostic(inNotice) ?? commentOf(entry.status ?? '')
  const serverReply = readReply(reply ?? '')
  const basicStatus = reportedStatus ?? (serverReply.code ? `${serverReply.code[0]}.0.0` : null)
  const status = basicStatus === null ? null : effectiveStatus(basicStatus, serverReply)
  const action = actionOf(entry.action, serverReply.enhanced ?? status)
  return {
    address: entry.address ?? null,
    action,
    status: serverReply.enhanced ?? status ?? (entry.action === 'expired' ? '4.4.7' : DEFAULT_STATUS[action]),
    reportedStatus,
    diagnostic: entry.reply === null ? null : cut(entry.reply, MAX_DIAGNOSTIC_LENGTH),
    reply,
    command: commandOf(reply ?? '', notice),
    source: entry.source.trim().toLowerCase().slice(0, MAX_DIAGNOSTIC_LENGTH),
    isAboutSender: isAboutSender(serverReply.text, senderNames, entry.address ?? null),
  }
}

type Action = ReportedRecipient['action']

const DEFAULT_STATUS: Record<Action, string> = {
  failed: '5.0.0',
  delayed: '4.0.0',
  delivered: '2.0.0',
  relayed: '2.0.0',
  expanded: '2.0.0',
}

// Some servers write unregistered words.
const ACTIONS = new Map<string, Action>([
  ['failed', 'failed'],
  ['failure', 'failed'],
  ['fail', 'failed'],
  ['error', 'failed'],
  ['expired', 'failed'],
  ['delayed', 'delayed'],
  ['delay', 'delayed'],
  ['deferred', 'delayed'],
  ['delivered', 'delivered'],
  ['relayed', 'relayed'],
  ['expanded', 'expanded'],
])
const ENDED =
  /expire|fail|error|undeliver|reject|refus|bounce|return|abort|cancel|gave|give|drop|discard|stop|timeout|timed/

function actionOf(word: string, status: string | null): Action {
  const action = ACTIONS.get(word)
  if (action) return action
  if (status?.startsWith('2')) return 'delivered'
  return status?.startsWith('4') && !ENDED.test(word) ? 'delayed' : 'failed'
}

function isUnspecific(status: string | null): boolean {
  return status === null || status.endsWith('.0.0') || status.endsWith('.1.0')
}

function commentOf(status: string): string | null {
  const open = status.indexOf('(')
  const comment = open < 0 ? '' : status.slice(open + 1, status.lastIndexOf(')')).trim()
  return comment === '' || enhancedCodeIn(comment) ? null : comment
}

// A reply may name the sender's domain alone. A reply that also names another address may be about that address.
function isAboutSender(reply: string, senderNames: ReadonlySet<string>, recipient: string | null): boolean {
  const addresses = addressesIn(reply)
  if (recipient !== null && addresses.includes(recipient.toLowerCase())) return false
  if (addresses.length > 0) return addresses.every((address) => senderNames.has(address))
  const name = /<@?([^<>@\s]{1,255})>/.exec(reply)?.[1]
  return name !== undefined && senderNames.has(name.toLowerCase())
}

function cleanDiagnostic(value: string | null): string | null {
  const text = (value ?? '')
    .slice(0, 2 * MAX_REPLY_LENGTH)
    .replace(/^\s*[\w.-]+\s*;/, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? null : cut(text, MAX_REPLY_LENGTH)
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
