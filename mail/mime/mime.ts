import { filePart } from './file-part.js'
import type { MessageAttachment, MessageInput } from './message-input.js'
import { headersOf } from './mime-headers.js'
import { bodyPart, multipart, type Part } from './multipart.js'

const ASCII = /^[\0-\x7f]*$/

/**
 * The message for the provider: text and HTML as alternatives, inline images beside the HTML, attachments after both.
 * Line breaks in a value never end its header or its part.
 */
export async function composeMessage(input: MessageInput): Promise<Buffer> {
  const { attachments = [], bodies } = input
  const [text, html] = [bodyPart('plain', bodies.text), bodyPart('html', bodies.html)]
  const content = attachments.length === 0 ? multipart('alternative', [text, html]) : withFiles(text, html, attachments)
  return toBuffer(headersOf(input), content)
}

function withFiles(text: Part, html: Part, attachments: MessageAttachment[]): Part {
  const shown = attachments.filter(isShownByHtml).map(filePart)
  const attached = attachments.filter((file) => !isShownByHtml(file)).map(filePart)
  const alternative = multipart('alternative', [text, shown.length > 0 ? multipart('related', [html, ...shown]) : html])
  return attached.length > 0 ? multipart('mixed', [alternative, ...attached]) : alternative
}

function isShownByHtml({ disposition, contentId }: MessageAttachment): boolean {
  return disposition === 'inline' && contentId !== undefined && contentId !== ''
}

function toBuffer(headers: string, content: Part): Buffer {
  if (!content.every((piece) => typeof piece === 'string')) {
    return Buffer.concat([headers, ...content].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
  }
  // An address with an international local part is not ASCII (RFC 6532). Without one, `latin1` costs less.
  return Buffer.from(headers + content.join(''), ASCII.test(headers) ? 'latin1' : 'utf8')
}
