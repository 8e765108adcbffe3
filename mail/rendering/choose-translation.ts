// Language tags in use have no more subtags (RFC 5646, 2.2), but a contact's locale may be any text.
const MAX_SUBTAGS = 8

interface Content {
  subject: string
  body: string
}

interface Translated extends Content {
  translations?: Record<string, Partial<Content>> | null
}

/**
 * The subject and body in the recipient's language. For `pt-BR` that is the translation `pt-BR`, then `pt`, then the
 * project's language in the same way, and then the template itself. The template also gives the parts that a
 * translation leaves out. Letter case and the underscore of `pt_BR` make no difference.
 */
export function chooseTranslation(template: Translated, locale: unknown, projectLanguage?: string | null): Content {
  return contentIn(template, chooseLanguage(template, locale, projectLanguage))
}

/** The subject and body in a language of `chooseLanguage`. */
export function contentIn(template: Translated, language: string | null): Content {
  const found = language === null ? undefined : template.translations?.[language]
  return { subject: found?.subject ?? template.subject, body: found?.body ?? template.body }
}

/** The translation that `chooseTranslation` takes, as it is spelled there; null for the template itself. */
export function chooseLanguage(
  { translations }: Pick<Translated, 'translations'>,
  locale: unknown,
  projectLanguage?: string | null,
): string | null {
  const byTag = new Map(Object.keys(translations ?? {}).map((tag) => [normalise(tag), tag]))
  const chosen = [...tagsOf(locale), ...tagsOf(projectLanguage)].find((tag) => byTag.has(tag))
  return (chosen === undefined ? undefined : byTag.get(chosen)) ?? null
}

/** A language tag and its shorter forms: `zh-hant-tw`, `zh-hant`, `zh`. */
export function tagsOf(locale: unknown): string[] {
  if (typeof locale !== 'string' || locale.trim() === '') return []
  const subtags = normalise(locale).split('-', MAX_SUBTAGS)
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'))
}

function normalise(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase()
}
