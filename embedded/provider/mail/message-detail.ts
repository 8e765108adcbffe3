import PostalMime, { decodeWords, type Attachment, type Email } from 'postal-mime'
import { parseHeaderBlock } from './header-block.js'

/** A message's content for the inbox. `text` and `html` are null when the message does not have that part. */
export interface MessageDetail {
  headers: [name: string, value: string][]
  text: string | null
  html: string | null
  attachments: { filename: string | null; contentType: string; contentId: string | null; sizeBytes: number }[]
  raw: string
}

/** Parses a message. One that cannot be parsed has only its headers and source. */
export async function parseDetail(raw: Buffer): Promise<MessageDetail> {
  const email = await parseEmail(raw)
  return {
    headers: parseHeaderBlock(raw).map(([name, value]) => [name, decodeWords(value)]),
    text: email?.text ?? null,
    html: email?.html ?? null,
    attachments: (email?.attachments ?? []).map((attachment) => ({
      filename: attachment.filename,
      contentType: attachment.mimeType,
      contentId: bareContentId(attachment) || null,
      sizeBytes: contentOf(attachment).length,
    })),
    raw: raw.toString(),
  }
}

/** The HTML part with its inline images in it, as a document whose links open in a tab of their own. */
export async function parseHtml(raw: Buffer): Promise<string | null> {
  const email = await parseEmail(raw)
  if (email?.html === undefined) return null
  const images = new Map(email.attachments.map((image) => [bareContentId(image), image]))
  const html = email.html.replace(/\bcid:([^"'\s>)]+)/gi, (whole, id: string) => {
    const image = images.get(decodeOrKeep(id))
    return image ? `data:${image.mimeType};base64,${contentOf(image).toString('base64')}` : whole
  })
  const base = '<base target="_blank">'
  return /<head[^<>]*>/i.test(html) ? html.replace(/<head[^<>]*>/i, (head) => head + base) : base + html
}

/** One attachment's bytes by its position, or null. */
export async function parseAttachment(raw: Buffer, position: number): Promise<AttachedFile | null> {
  const attachment = (await parseEmail(raw))?.attachments[position]
  if (!attachment) return null
  return { filename: attachment.filename ?? 'attachment', content: contentOf(attachment) }
}

/** A file taken out of a message. */
export interface AttachedFile {
  filename: string
  content: Buffer
}

async function parseEmail(raw: Buffer): Promise<Email | null> {
  return PostalMime.parse(raw).catch(() => null)
}

function bareContentId({ contentId }: Attachment): string {
  return (contentId ?? '').replace(/^<|>$/g, '')
}

function contentOf({ content }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
