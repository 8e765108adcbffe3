import { promisify, isDeepStrictEqual } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { TemplateRecord } from '../../../models/template.js'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

// More than any document of MongoDB.
const MAX_CONTENT_BYTES = 32 * 1024 * 1024

const SENDER = ['from', 'fromName', 'replyTo'] as const

/** The part of a template that its versions keep: what it sends, and from whom. */
export type TemplateContent = Required<
  Pick<
    TemplateRecord,
    'subject' | 'body' | 'editor' | 'source' | 'from' | 'fromName' | 'replyTo' | 'translations' | 'translationSources'
  >
>

/** The content of a template. */
export function contentOf(template: TemplateRecord): TemplateContent {
  const { subject, body, editor = 'html', source = null, from, fromName, replyTo, ...rest } = template
  const { translations, translationSources = null } = rest
  return { subject, body, editor, source, from, fromName, replyTo, translations, translationSources }
}

/**
 * The parts of a content that a change has changed: `subject`, `previewText`, `body`, `from`, `fromName`, `replyTo`,
 * and `translations.<language>`.
 */
export function changedParts(before: TemplateContent, after: TemplateContent): string[] {
  const isChanged = (part: (typeof SENDER)[number] | 'subject'): boolean => before[part] !== after[part]
  const subject = isChanged('subject') ? ['subject'] : []
  return [...subject, ...changedBody(before, after), ...SENDER.filter(isChanged), ...changedLanguages(before, after)]
}

function changedBody(before: TemplateContent, after: TemplateContent): string[] {
  const designs = [before.source?.design, after.source?.design] as const
  const isSame = isDeepStrictEqual(before.source, after.source) && before.body === after.body
  if (isSame && before.editor === after.editor) return []
  if (!designs[0] || !designs[1]) return ['body']
  const [{ previewText: oldText, ...oldDesign }, { previewText: newText, ...newDesign }] = designs
  const isTextChanged = !isDeepStrictEqual(oldText, newText)
  // A body is rendered with its preview text, and also anew for a changed brand.
  const isBodyChanged = !isTextChanged || !isDeepStrictEqual(oldDesign, newDesign)
  return [...(isTextChanged ? ['previewText'] : []), ...(isBodyChanged ? ['body'] : [])]
}

function changedLanguages(before: TemplateContent, after: TemplateContent): string[] {
  const tags = new Set([...Object.keys(before.translations ?? {}), ...Object.keys(after.translations ?? {})])
  const one = ({ translations, translationSources }: TemplateContent, tag: string) => [
    translations?.[tag] ?? null,
    translationSources?.[tag] ?? null,
  ]
  return [...tags]
    .filter((tag) => !isDeepStrictEqual(one(before, tag), one(after, tag)))
    .map((tag) => `translations.${tag}`)
}

/** A content as it is stored with a version. */
export async function packContent(content: TemplateContent): Promise<Buffer> {
  return compress(JSON.stringify(content))
}

/** The content of a stored version. */
export async function unpackContent(packed: Uint8Array): Promise<TemplateContent> {
  const text = await decompress(packed, { maxOutputLength: MAX_CONTENT_BYTES })
  return JSON.parse(text.toString('utf8')) as TemplateContent
}
