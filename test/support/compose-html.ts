import { composeMessage } from '../../mail/mime/mime.js'
import type { MessageInput } from '../../mail/mime/message-input.js'
import { encodeBodies } from '../../mail/mime/quoted-printable.js'
import { convertHtml } from '../../mail/rendering/html-to-text.js'

/** A message with bodies that are not encoded yet. */
export interface HtmlMessage extends Omit<MessageInput, 'bodies'> {
  html: string
  /** Made from the HTML when absent. */
  text?: string
}

/** Composes a message with this HTML. */
export function composeHtml({ html, text = convertHtml(html), ...rest }: HtmlMessage): Promise<Buffer> {
  return composeMessage({ ...rest, bodies: encodeBodies({ html, text }) })
}
