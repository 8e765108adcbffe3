import { invalid } from '../../../models/domain/errors.js'
import type { MessageSource, NamedMessage } from '../../../models/message.js'
import type { TemplateRecord, Translation } from '../../../models/template.js'
import { isStillKept } from './previous-design.js'
import { bodyContent } from './body-content.js'
import type { BodyContent, SentContent, SentTranslation, SourceContext } from './sent-content.js'

const MAX_TRANSLATIONS_BYTES = 8 * 1024 * 1024

type Stored = Pick<NamedMessage, 'body' | 'source' | 'previousDesign'>
type StoredTranslations = Pick<TemplateRecord, 'translations' | 'translationSources'>

/** The fields of a message that a content changes. */
export type ContentFields = Partial<Pick<NamedMessage, 'body' | 'editor' | 'source' | 'previousDesign'>>

/**
 * The fields of a stored message after a change. `content` is the body that the request gives. The body that is stored
 * already keeps its source, unless the request removes the source.
 */
export function changedContent(
  stored: Stored,
  { sent, content, now }: { sent: SentContent; content: BodyContent | null; now: Date },
): ContentFields {
  const next = nextContent(stored, sent, content)
  if (!next) return {}
  return { ...next, previousDesign: previousOf(stored, next, now) }
}

function nextContent(stored: Stored, sent: SentContent, content: BodyContent | null): BodyContent | null {
  if (content?.source) return content
  const isRemoved = (stored.source?.design && sent.design === null) || (stored.source?.mjml && sent.mjml === null)
  if (isRemoved) return { body: content?.body ?? stored.body, editor: 'html', source: null }
  return content && content.body !== stored.body ? content : null
}

function previousOf({ source, previousDesign = null }: Stored, next: BodyContent, now: Date) {
  if (next.source?.design) return null
  if (source?.design) return { design: source.design, replacedAt: now }
  return previousDesign && isStillKept(previousDesign, now) ? previousDesign : null
}

/** The translations of a request with their bodies. Throws the errors of `bodyContent`. */
export async function translatedContent(
  sent: Record<string, SentTranslation> | null,
  { context, stored }: { context: SourceContext; stored?: StoredTranslations },
): Promise<Required<StoredTranslations>> {
  if (!sent) return { translations: null, translationSources: null }
  const translations: Record<string, Translation> = {}
  const sources: Record<string, MessageSource> = {}
  for (const [tag, { subject, ...content }] of Object.entries(sent)) {
    const place = { prefix: `translations.${tag}.`, language: tag }
    const before = storedTranslation(tag, stored)
    const given = await bodyContent(content, place, { context, stored: before?.body })
    if (!given) throw invalid([{ field: `${place.prefix}body`, message: 'Required', code: 'required' }])
    const { body, source } = before ? (nextContent(before, content, given) ?? { ...given, ...before }) : given
    translations[tag] = { subject, body }
    if (source) sources[tag] = source
  }
  if (Buffer.byteLength(JSON.stringify([translations, sources])) > MAX_TRANSLATIONS_BYTES) {
    throw invalid([{ field: 'translations', message: 'Translations can be at most 8 MB in total', code: 'too_big' }])
  }
  return { translations, translationSources: Object.keys(sources).length > 0 ? sources : null }
}

function storedTranslation(tag: string, stored: StoredTranslations | undefined): Stored | null {
  const translation = stored?.translations?.[tag]
  return translation ? { body: translation.body, source: stored?.translationSources?.[tag] ?? null } : null
}
