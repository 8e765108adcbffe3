/** The languages in which the service writes recipients' pages and platform mail. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'ja'] as const

/** A two-letter code of `LANGUAGES`. */
export type Language = (typeof LANGUAGES)[number]

const MAX_ACCEPTED = 50

/** Hints at the language of a person, from the strongest to the weakest. */
export interface LanguageHints {
  locale?: unknown
  projectLanguage?: string | undefined
  /** The `Accept-Language` header of the browser. */
  acceptLanguage?: string | undefined
}

/** The language for a person: the language of the contact, of the project or of the browser, or English. */
export function chooseLanguage({ locale, projectLanguage, acceptLanguage }: LanguageHints): Language {
  const candidates = [locale, projectLanguage, ...acceptedLanguages(acceptLanguage ?? '')]
  return candidates.map(primaryOf).find(isLanguage) ?? 'en'
}

/** The languages of an `Accept-Language` header, best first. */
function acceptedLanguages(header: string): string[] {
  return header
    .split(',', MAX_ACCEPTED)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
      return { tag, quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

function primaryOf(tag: unknown): string {
  return typeof tag === 'string' ? (/^\s*([a-z]{2,3})(?![a-z\d])/i.exec(tag)?.[1] ?? '').toLowerCase() : ''
}

function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code)
}
