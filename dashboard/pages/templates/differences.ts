import { t } from '../../messages/index.js'
import { withWording } from '../../shared/content-editor/message-draft.js'
import { languageName } from '../../shared/language-name.js'
import { FIELDS, languagesOf, type TemplateValue } from './template-value.js'

/** A text in which two versions of a template differ. */
export interface Difference {
  path: string
  label: string
  mine: string
  theirs: string
  /** The HTML of a language, which is compared line by line. */
  isLong: boolean
  /** The language of an HTML; null for the main text. */
  language: string | null
}

/** The differences between two versions of a template: its fields, and the texts of each language. */
export function differences(mine: TemplateValue, theirs: TemplateValue): Difference[] {
  const fields = FIELDS.filter((field) => field !== 'translations').map((field) => ({
    path: field,
    label: t.templates.fields[field],
    mine: mine[field] ?? '',
    theirs: theirs[field] ?? '',
    isLong: field === 'body',
    language: null,
  }))
  const languages = [...new Set([...languagesOf(mine), ...languagesOf(theirs)])]
  const translated = languages.flatMap((language) =>
    (['subject', 'body'] as const).map((part) => ({
      path: `${language}.${part}`,
      label: `${t.templates.fields[part]}, ${languageName(language)}`,
      mine: mine.translations?.[language]?.[part] ?? '',
      theirs: theirs.translations?.[language]?.[part] ?? '',
      isLong: part === 'body' && mine.translations?.[language] !== undefined,
      language,
    })),
  )
  return [...fields, ...translated].filter((one) => one.mine !== one.theirs)
}

/** The value with another HTML in the language of a difference. */
export function withText(value: TemplateValue, { language }: Difference, body: string): TemplateValue {
  const { translations = null, ...rest } = withWording(value, language, { body })
  return { ...value, body: rest.body, translations }
}
