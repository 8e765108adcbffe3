import { domainToASCII } from 'node:url'
import MimeNode from 'nodemailer/lib/mime-node'
import { domainOf } from '../../models/domain/addresses.js'
import { isReservedHeader } from '../../models/domain/reserved-headers.js'
import { encodeAddress, mailboxLine } from './address-headers.js'
import { foldLine } from './fold-line.js'
import { encodeHeaderText, encodeSubject, oneLine } from './header-text.js'
import type { MessageHead } from './message-input.js'

// The library encodes these in a form of their own.
const STRUCTURED = /^(?:reply-to|references)$/i
const NAME = /^[A-Za-z0-9-]{1,76}$/
const UNSUBSCRIBE_PAIR = ['list-unsubscribe', 'list-unsubscribe-post']

const LONGEST_LINE = 900

/** The headers of a message, encoded and folded, without those that describe its parts. */
export function headersOf(input: MessageHead): string {
  const custom = customHeaders(input.headers)
  let lines = textLine('Subject', encodeSubject(input.subject))
  for (const [name, text] of posthornHeaders(input)) {
    if (!custom.has(name.toLowerCase())) lines += textLine(name, encodeHeaderText(text, name))
  }
  for (const line of custom.values()) lines += line
  lines += mailboxLine('From', input.from) + mailboxLine('To', input.to)
  if (input.replyTo && !custom.has('reply-to')) lines += mailboxLine('Reply-To', { address: input.replyTo })
  const date = (input.date ?? new Date()).toUTCString().replace('GMT', '+0000')
  return `${lines}${textLine('Message-ID', messageIdOf(input))}Date: ${date}\r\nMIME-Version: 1.0\r\n`
}

function posthornHeaders(input: MessageHead): [name: string, value: string][] {
  const { emailId, projectId, campaignId, sourceType, type, unsubscribeUrl } = input
  const headers: [string, string][] = [
    ['X-Email-Id', emailId],
    // Mailbox providers group complaints by these four (Google's Feedback-ID).
    ['Feedback-ID', `${campaignId ?? sourceType}:${projectId}:${type}:posthorn`],
  ]
  if (unsubscribeUrl) {
    headers.push(['List-Unsubscribe', `<${oneLine(unsubscribeUrl).replaceAll(/[\s<>]/g, '')}>`])
    headers.push(['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'])
  }
  if (campaignId && type !== 'TRANSACTIONAL') headers.push(['Precedence', 'bulk'])
  // RFC 3834, 2 and 5: other machines answer no message that says so.
  if (campaignId || sourceType === 'WORKFLOW') headers.push(['Auto-Submitted', 'auto-generated'])
  return headers
}

/** The lines of a request's headers, by name in lower case. An empty line means that the header is left out. */
function customHeaders(requestHeaders: Record<string, string> = {}): Map<string, string> {
  const lines = new Map<string, string>()
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (!NAME.test(name) || isReservedHeader(name)) continue
    const text = oneLine(value).replaceAll(/ {2,}/g, ' ')
    const encoded = STRUCTURED.test(name) ? MimeNode.encodeHeaderValue(name, text) : encodeHeaderText(text, name)
    lines.set(name.toLowerCase(), textLine(name, encoded))
  }
  // The two headers belong together: a request that gives one of them replaces both.
  if (UNSUBSCRIBE_PAIR.some((name) => lines.has(name))) {
    for (const name of UNSUBSCRIBE_PAIR) lines.set(name, lines.get(name) ?? '')
  }
  return lines
}

function textLine(name: string, value: string): string {
  if (value.trim() === '') return ''
  // RFC 8058 asks for the unsubscribe pair to be easy to sign and to read: one line each.
  const isWhole = value.length <= LONGEST_LINE && /^list-/i.test(name)
  const line = `${name}: ${value}`
  return `${isWhole ? line : foldLine(line)}\r\n`
}

// The provider's events name the message by this id, which shows the outcome of a submission whose outcome is unknown.
function messageIdOf({ emailId, from }: MessageHead): string {
  const domain = domainOf(encodeAddress(from.address))
  return `<${emailId}@${domainToASCII(domain) || domain}>`
}
