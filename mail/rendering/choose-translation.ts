// Language tags in use have no more subtags (RFC 5646, 2.2), but a contact's locale may be any text.
const MAX_SUBTAGS = 8

interface Content {
  subject: string
  body: string
}

/**
 * The subject and body in the recipient's language. For `pt-BR` that is the translation `pt-BR`, then `pt`, then the
 * project's language in the same way, and then the template itself. The template also gives the parts that a
 * translation leaves out. Letter case and the underscore of `pt_BR` make no difference.
 */
export function chooseTranslation(
  template: Content & { translations?: Record<string, Partial<Content>> | null },
  locale: unknown,
  projectLanguage?: string | null,
): Content {
  const byTag = new Map(Object.entries(template.translations ?? {}).map(([tag, content]) => [normalise(tag), content]))
  for (const tag of [...tagsOf(locale), ...tagsOf(projectLanguage)]) {
    const found = byTag.get(tag)
    if (found) return { subject: found.subject ?? template.subject, body: found.body ?? template.body }
  }
  return { subject: template.subject, body: template.body }
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
