import { isAscii } from 'node:buffer'
import MimeNode from 'nodemailer/lib/mime-node'
import { oneLine } from './header-text.js'
import type { MessageAttachment } from './message-input.js'
import type { Part } from './multipart.js'

/** A file of a message. */
export async function filePart({ contentType, disposition, content, ...file }: MessageAttachment): Promise<Part> {
  // The library gives a part without parents the headers of a whole message.
  const part = new MimeNode('multipart/mixed').createChild(oneLine(contentType), {
    // Readers decode encoded words, so a file name must not look like one.
    filename: oneLine(file.filename).replaceAll('=?', '= ?'),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  part.setHeader('Content-Disposition', disposition)
  const contentId = oneLine(file.contentId ?? '').replaceAll(/[\s<>]/g, '')
  if (contentId !== '') part.setHeader('Content-Id', `<${contentId}>`)
  part.setContent(content)
  // RFC 2046, 5.2.1: a message within a message is not encoded.
  const isMessage = /^message\//i.test(contentType)
  part.setHeader('Content-Transfer-Encoding', isMessage ? unencoded(content) : 'base64')
  return isMessage ? [`${part.buildHeaders()}\r\n\r\n`, content] : [await part.build()]
}

function unencoded(content: Buffer): '7bit' | '8bit' {
  return isAscii(content) ? '7bit' : '8bit'
}
