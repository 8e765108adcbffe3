import { domainToASCII } from 'node:url'
import MailComposer from 'nodemailer/lib/mail-composer'
import { domainOf } from '../../models/domain/addresses.js'
import { textFromHtml } from '../rendering/rendered-html.js'
import { oneLine } from './header-text.js'
import type { MessageAttachment, MessageInput } from './message-input.js'
import { encodeAddress, hasCustomHeader, headersOf, mailboxOf } from './mime-headers.js'

/**
 * The message for the provider: text and HTML as alternatives, inline images beside the HTML, attachments after both.
 * Line breaks in a value never end its header or its part.
 */
export async function composeMessage(input: MessageInput): Promise<Buffer> {
  const { replyTo } = input
  const composer = new MailComposer({
    from: mailboxOf(input.from),
    to: mailboxOf(input.to),
    ...(replyTo && !hasCustomHeader(input, 'reply-to') ? { replyTo: mailboxOf({ address: replyTo }) } : {}),
    headers: headersOf(input),
    messageId: messageIdOf(input),
    date: input.date ?? new Date(),
    // The composer leaves out an empty part, but every message has both.
    text: withLineEnds(input.text ?? (await textFromHtml(input.html, input.projectId))) || ' ',
    html: withLineEnds(input.html) || ' ',
    attachments: (input.attachments ?? []).map(toPart),
    encoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

// A lone CR or LF is refused by some servers (RFC 5321, 2.3.8).
function withLineEnds(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '\r\n')
}

// The provider's events name the message by this id: they tell what became of a send with an unknown outcome.
function messageIdOf({ emailId, from }: MessageInput): string {
  const domain = domainOf(encodeAddress(from.address))
  return `<${emailId}@${domainToASCII(domain) || domain}>`
}

function toPart(attachment: MessageAttachment) {
  const { content, disposition } = attachment
  const contentId = attachment.contentId === undefined ? '' : oneLine(attachment.contentId).replaceAll(/[\s<>]/g, '')
  const part = {
    // Readers decode encoded words, so a file name must not look like one.
    filename: oneLine(attachment.filename).replaceAll('=?', '= ?'),
    contentType: oneLine(attachment.contentType),
    contentDisposition: disposition,
    content,
  }
  if (contentId === '') return part
  // The composer puts every part with a `cid` beside the HTML, so an attachment names its id in a header.
  return disposition === 'inline'
    ? { ...part, cid: contentId }
    : { ...part, headers: { 'Content-Id': `<${contentId}>` } }
}
