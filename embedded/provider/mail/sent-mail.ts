import { splitAddresses } from './addresses.js'
import { headerValue } from './header-block.js'

const MAX_HEADERS_BYTES = 10_240

/** The `mail` object of an SES event, as event publishing documents it. */
export interface SentMail {
  timestamp: string
  messageId: string
  source: string
  sourceArn: string
  sendingAccountId: string
  destination: string[]
  headersTruncated: boolean
  headers: { name: string; value: string }[]
  commonHeaders: Record<string, string | string[]>
  tags: Record<string, string[]>
}

/** The parameters of a SendEmail call beside the message; `source` may carry a display name. */
export interface SendOptions {
  source: string
  tags: { Name: string; Value: string }[]
  configurationSet?: string
}

interface Sent extends SendOptions {
  id: string
  receivedAt: string
  to: string[]
  subject: string
  headers: [string, string][]
}

/** Describes an accepted message the way SES describes it in each of its events. */
export function describeSentMail(sent: Sent): SentMail {
  const domain = /@([^@>\s]+)>?\s*$/.exec(sent.source)?.[1] ?? ''
  const { headers, isTruncated } = firstHeaders(sent.headers)
  return {
    timestamp: sent.receivedAt,
    messageId: sent.id,
    source: sent.source,
    sourceArn: `arn:aws:ses:us-east-1:000000000000:identity/${domain}`,
    sendingAccountId: '000000000000',
    destination: sent.to,
    headersTruncated: isTruncated,
    headers,
    commonHeaders: commonHeaders(sent),
    tags: {
      'ses:operation': ['SendEmail'],
      ...(sent.configurationSet ? { 'ses:configuration-set': [sent.configurationSet] } : {}),
      'ses:source-ip': ['127.0.0.1'],
      'ses:from-domain': [domain],
      'ses:caller-identity': ['local'],
      ...Object.fromEntries(sent.tags.map(({ Name, Value }) => [Name, [Value]])),
    },
  }
}

function commonHeaders({ id, subject, headers }: Sent): Record<string, string | string[]> {
  const common: Record<string, string | string[]> = {}
  for (const [field, name] of [
    ['returnPath', 'return-path'],
    ['date', 'date'],
  ] as const) {
    const value = headerValue(headers, name)
    if (value) common[field] = value
  }
  for (const [field, name] of [
    ['from', 'from'],
    ['replyTo', 'reply-to'],
    ['to', 'to'],
    ['cc', 'cc'],
  ] as const) {
    const value = headerValue(headers, name)
    if (value) common[field] = splitAddresses(value)
  }
  return { ...common, messageId: id, subject }
}

function firstHeaders(all: [string, string][]): { headers: SentMail['headers']; isTruncated: boolean } {
  const headers: SentMail['headers'] = []
  let sizeBytes = 0
  for (const [name, value] of all) {
    sizeBytes += name.length + value.length
    if (sizeBytes > MAX_HEADERS_BYTES) return { headers, isTruncated: true }
    headers.push({ name, value })
  }
  return { headers, isTruncated: false }
}
