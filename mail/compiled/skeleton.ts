import { domainToASCII } from 'node:url'
import { foldLines } from 'nodemailer/lib/mime-funcs'
import { literalPattern } from '../../models/domain/text-pattern.js'
import { LRUCache } from 'lru-cache'
import type { EmailRecord } from '../../models/email.js'
import { fillPieces, type Pieces } from './sentinels.js'
import { encodeSubject } from '../mime/header-text.js'
import { composeMessage } from '../mime/mime.js'
import { envelopeOf } from '../mime/envelope.js'

/** The values that make a skeleton one message; the bodies are encoded. */
export interface SkeletonFilling {
  subject: string
  to: string
  emailId: string
  token: string
  boundary: string
  date: Date
  text: string
  html: string
}

/** The headers and the parts of a message, with slots for the values that differ between recipients. */
export type Skeleton = Pieces

// Addresses that need no quotes, no other alphabet and no folding.
const LOCAL = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*$/
const DOMAIN = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/
const LONGEST_ADDRESS = 70
const EMAIL_ID = /^[\da-f-]{36}$/

// The names of the slots, in their order.
const NAMES = ['subject', 'to', 'emailId', 'token', 'boundary', 'date', 'text', 'html'] as const
const SENTINELS = {
  subject: 'Subject: XSubjectX\r\n',
  to: 'xrecipientx@example.com',
  // As long as an id, because lines are folded by their length.
  emailId: 'x'.repeat(36),
  date: 'Thu, 01 Jan 1970 00:00:00 +0000',
  text: 'XTextX',
  html: 'XHtmlX',
}
const NO_TOKEN = 'XTokenX'
const SIMPLE_DOMAINS = new LRUCache<string, boolean>({ max: 1_000 })

/** Whether a skeleton can hold a message: ordinary address, no recipient's name, no headers or files of its own. */
export function fitsSkeleton({ _id, to, toName, headers, attachments }: EmailRecord): boolean {
  return EMAIL_ID.test(_id) && !toName && headers.length === 0 && attachments.length === 0 && isSimpleAddress(to)
}

function isSimpleAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (address.length > LONGEST_ADDRESS || !LOCAL.test(address.slice(0, Math.max(0, at)))) return false
  const cached = SIMPLE_DOMAINS.get(domain)
  if (cached !== undefined) return cached
  const isSimple = DOMAIN.test(domain) && domainToASCII(domain) === domain
  SIMPLE_DOMAINS.set(domain, isSimple)
  return isSimple
}

/** The link of the List-Unsubscribe header, and the sentinel of its token. */
interface UnsubscribeHeader {
  unsubscribeUrl: string
  token: string
}

/**
 * The skeleton of the messages like this one; `unsubscribe` is null where they have no such header. Null where the
 * sender's own text looks like a sentinel or needs more than ASCII.
 */
export async function compileSkeleton(
  email: EmailRecord,
  unsubscribe: UnsubscribeHeader | null,
): Promise<Skeleton | null> {
  const raw = await composeMessage({
    ...envelopeOf(email),
    emailId: SENTINELS.emailId,
    to: { address: SENTINELS.to },
    subject: 'XSubjectX',
    html: SENTINELS.html,
    text: SENTINELS.text,
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.unsubscribeUrl } : {}),
    date: new Date(0),
  })
  const written = raw.toString('latin1')
  const boundary = /\r\n boundary="([^"\r\n]+)"\r\n/.exec(written)?.[1]
  if (boundary === undefined || !/^[\t\r\n -~]*$/.test(written)) return null
  const skeleton = split(written, { ...SENTINELS, token: unsubscribe?.token ?? NO_TOKEN, boundary })
  return isWhole(skeleton, unsubscribe !== null) ? skeleton : null
}

/** The whole message of one recipient. */
export function fillSkeleton(skeleton: Skeleton, filling: SkeletonFilling): Buffer {
  const { subject, to, emailId, token, boundary, date, text, html } = filling
  const values = [subjectHeader(subject), to, emailId, token, boundary, mailDate(date), text, html]
  return Buffer.from(fillPieces(skeleton, values), 'latin1')
}

function subjectHeader(subject: string): string {
  const value = encodeSubject(subject)
  return value === '' ? '' : `${foldLines(`Subject: ${value}`)}\r\n`
}

function mailDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}

function split(written: string, sentinels: Record<(typeof NAMES)[number], string>): Skeleton {
  const pattern = new RegExp(NAMES.map((name) => `(${literalPattern(sentinels[name])})`).join('|'), 'g')
  const skeleton: Skeleton = []
  let from = 0
  for (const { index, 0: found, ...groups } of written.matchAll(pattern)) {
    skeleton.push(written.slice(from, index))
    skeleton.push(NAMES.findIndex((_, name) => (groups as Record<number, string>)[name + 1] !== undefined))
    from = index + found.length
  }
  return [...skeleton, written.slice(from)]
}

function isWhole(skeleton: Skeleton, hasUnsubscribe: boolean): boolean {
  const slots = skeleton.filter((piece) => typeof piece === 'number').map((slot) => NAMES[slot])
  const wanted = ['subject', 'emailId', ...(hasUnsubscribe ? ['token'] : []), 'to', 'emailId', 'date', 'boundary']
  return slots.join(' ') === [...wanted, 'boundary', 'text', 'boundary', 'html', 'boundary'].join(' ')
}
