import { domainToASCII } from 'node:url'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { ComposedMessage, Message } from '../../../mail/compose/message.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { isWebAddress } from '../../../mail/links/tracking-tokens.js'
import { linksOf } from '../../../mail/links/recipient-links.js'
import { isTrackable, replaceLinks, trackLinks, withoutMarks } from '../../../mail/links/track-links.js'
import type { AddressSettings } from '../../../mail/links/address-settings.js'
import { encodeHeaderText, encodeSubject } from '../../../mail/mime/header-text.js'
import { contactScope } from '../../../mail/rendering/contact-scope.js'
import { convertHtml } from '../../../mail/rendering/html-to-text.js'
import { readDocument } from '../../../mail/rendering/read-document.js'
import { perform } from '../../../mail/rendering/threads/perform.js'
import { inTime } from '../rendering/in-time.js'
import { renderEmail } from './render-email.js'
import { RenderError } from '../../../mail/rendering/render-message.js'
import { domainOf } from '../../../models/domain/addresses.js'
import { unescapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import { isTracked } from '../../../models/domain/tracking.js'

/**
 * Makes a message step by step: the whole template is rendered, its links are tracked, the text is made of the HTML,
 * and nodemailer's composer writes the headers and parts. Answers the reason why it cannot be made.
 */
export async function referenceMessage(
  message: Message,
  settings: AddressSettings,
): Promise<ComposedMessage | { reason: string }> {
  const { email, contact, project, content } = message
  const { type } = email
  const links = linksOf(email, settings)
  const { data = {}, scope = {} } = unescapeData(email.variables ?? {})
  const variables = { ...contactScope(contact, data), ...links, ...scope }
  try {
    const { subject, html: rendered } = await inTime(() => renderEmail(content, variables, { type, project, links }))
    const html = await withUtm(rendered, message, variables, Object.values(links))
    const tracked = isTracked(email, project.tracking)
    const bodies = {
      html: tracked ? track(html, message, Object.values(links), settings) : withoutMarks(html),
      text: convertHtml(html) || subject,
    }
    const hasHeader =
      type !== 'TRANSACTIONAL' ||
      readDocument(html).links.some((href) => {
        return [links.unsubscribeUrl, links.manageUrl].some((url) => href.startsWith(url))
      })
    const raw = await write(message, subject, bodies, hasHeader ? links.unsubscribeUrl : null)
    return { raw, subject, isTracked: tracked }
  } catch (error) {
    if (error instanceof RenderError) return { reason: error.message }
    throw error
  }
}

async function withUtm(
  html: string,
  { content: { utm }, project: { _id } }: Message,
  variables: Record<string, unknown>,
  keep: string[],
): Promise<string> {
  if (!utm) return html
  const rendered = await perform(_id, 'values', { value: utm, variables })
  const values = Object.entries(rendered as Record<string, string>)
  return replaceLinks(html, (target, { isKept }) => {
    if (isKept || !isWebAddress(target) || keep.some((page) => target.startsWith(page))) return target
    const [address = '', ...fragment] = target.split('#')
    const [, ...query] = address.split('?')
    const own = new URLSearchParams(query.join('?'))
    const added = ['source', 'medium', 'campaign', 'term', 'content'].flatMap((name) => {
      const value = values.find(([key]) => key === name)?.[1].trim() ?? ''
      return value === '' || own.has(`utm_${name}`) ? [] : [`utm_${name}=${encodedWhole(value.slice(0, 200))}`]
    })
    if (added.length === 0) return target
    const mark = query.length === 0 ? '?' : /[?&]$/.test(address) ? '' : '&'
    return [`${address}${mark}${added.join('&')}`, ...fragment].join('#')
  })
}

/** A value in which only letters, digits and the unreserved marks of RFC 3986 stand for themselves. */
function encodedWhole(value: string): string {
  const octets = [...Buffer.from(value)].map((octet) => {
    const character = String.fromCharCode(octet)
    return /[\w.~-]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return octets.join('')
}

function track(
  html: string,
  { email }: Message,
  keep: string[],
  { trackingUrl, encryptionKeys }: AddressSettings,
): string {
  const message = { projectId: email.projectId, emailId: email._id }
  const tokens = createTrackingTokens(encryptionKeys)
  return trackLinks(html, {
    isTracked: (target) => isTrackable(target, keep),
    linkTo: (target) => `${trackingUrl}/c/${tokens.forClick(message, target)}`,
    pixelUrl: `${trackingUrl}/o/${tokens.forOpen(message)}.gif`,
  })
}

const withLineEnds = (text: string): string => text.replaceAll(/\r\n?|\n/g, '\r\n')
// Readers would decode an encoded word in a name.
const nameOf = (name: string | null): string => (name ?? '').replaceAll(/ {2,}/g, ' ').replaceAll('=?', '= ?').trim()

function write(
  { email, attachments }: Message,
  subject: string,
  { html, text }: { html: string; text: string },
  unsubscribeUrl: string | null,
): Promise<Buffer> {
  const { _id, from, fromName, to, toName, replyTo } = email
  const custom = new Map(email.headers.map(([name, value]) => [name.toLowerCase(), value]))
  // By this header the reports of providers and servers lead to the email.
  custom.delete('x-email-id')
  const reply =
    replyTo && !custom.has('reply-to') ? { replyTo: { address: replyTo.replaceAll(/\s/g, ''), name: '' } } : {}
  const domain = domainToASCII(domainOf(from)) || domainOf(from)
  const headers = new Map([...ownHeaders(email, custom, unsubscribeUrl), ...custom])
  const composer = new MailComposer({
    from: { address: from, name: nameOf(fromName) },
    to: { address: to, name: nameOf(toName) },
    ...reply,
    headers: [
      prepared('subject', encodeSubject(subject)),
      ...[...headers].map(([name, value]) => prepared(name, encodeHeaderText(value))),
    ],
    messageId: `<${_id}@${domain}>`,
    // The composer leaves an empty part out.
    text: withLineEnds(text) || ' ',
    html: withLineEnds(html) || ' ',
    encoding: 'quoted-printable',
    attachments: attachments.map(({ contentId, disposition, filename, ...file }) => ({
      ...file,
      filename: filename.replaceAll('=?', '= ?'),
      contentDisposition: disposition,
      // The composer puts every file with a `cid` beside the HTML.
      ...(disposition === 'inline' ? { cid: contentId } : { headers: { 'Content-Id': `<${contentId}>` } }),
    })),
  })
  return composer.compile().build()
}

function ownHeaders(
  { _id, projectId, campaignId, sourceType, type }: EmailRecord,
  custom: Map<string, string>,
  unsubscribeUrl: string | null,
): [string, string][] {
  const own: [string, string][] = [
    ['x-email-id', _id],
    ['feedback-id', `${campaignId ?? sourceType}:${projectId}:${type}:posthorn`],
  ]
  if (unsubscribeUrl !== null && !custom.has('list-unsubscribe') && !custom.has('list-unsubscribe-post')) {
    own.push(['list-unsubscribe', `<${unsubscribeUrl}>`], ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'])
  }
  if (campaignId && type !== 'TRANSACTIONAL') own.push(['precedence', 'bulk'])
  if (campaignId || sourceType === 'WORKFLOW') own.push(['auto-submitted', 'auto-generated'])
  return own
}

function prepared(key: string, value: string) {
  return { key, value: { prepared: true, foldLines: true, value } }
}
