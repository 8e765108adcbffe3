import { isSameJson } from '../../session/same-json.js'
import { t } from '../../messages/index.js'
import { contentText } from '../../shared/content-editor/content-text.js'
import { editorOf, writtenIn, withWording, wordingIn, type Wording } from '../../shared/content-editor/message-draft.js'
import { languageName } from '../../shared/language-name.js'
import { FIELDS, languagesOf, type TemplateField, type TemplateValue } from './template-value.js'

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

const PARTS = new Set(['subject', 'body', 'design', 'mjml', 'translations'])

/** The differences between two versions of a template: its fields, and subject and content in each language. */
export function differences(mine: TemplateValue, theirs: TemplateValue): Difference[] {
  const fields = FIELDS.filter((field) => !PARTS.has(field)).map((field) => ({
    path: field,
    label: t.templates.fields[field],
    mine: textOf(mine[field]),
    theirs: textOf(theirs[field]),
    isLong: false,
    language: null,
  }))
  const languages = [null, ...new Set([...languagesOf(mine), ...languagesOf(theirs)])]
  const texts = languages.flatMap((language) => {
    const [one, other] = [ownWording(mine, language), ownWording(theirs, language)]
    const suffix = language === null ? '' : `, ${languageName(language)}`
    const place = language === null ? '' : `${language}.`
    const subject = { path: `${place}subject`, label: t.templates.fields.subject + suffix, isLong: false, language }
    return [
      { ...subject, mine: one?.subject ?? '', theirs: other?.subject ?? '' },
      ...contentDifference(one, other, { path: `${place}body`, suffix, language }),
    ]
  })
  return [...fields, ...texts].filter((one) => one.mine !== one.theirs)
}

function textOf(value: TemplateValue[TemplateField] | undefined): string {
  return typeof value === 'string' ? value : ''
}

function contentDifference(
  one: Wording | null,
  other: Wording | null,
  { path, suffix, language }: { path: string; suffix: string; language: string | null },
): Difference[] {
  if (isSameJson(one && writtenIn(one), other && writtenIn(other))) return []
  const isHtml = one !== null && editorOf(one) === 'html' && (other === null || editorOf(other) === 'html')
  const common = { path, label: t.templates.fields[isHtml ? 'body' : 'design'] + suffix, language }
  if (isHtml) return [{ ...common, isLong: true, mine: one.body, theirs: other?.body ?? '' }]
  const [mine, theirs] = [contentText(one), contentText(other)]
  // Two designs with the same words differ in their looks.
  const isAlike = mine === theirs && !isSameJson([one?.design, one?.mjml], [other?.design, other?.mjml])
  return [{ ...common, isLong: false, mine, theirs: isAlike ? `${theirs} ${t.templates.otherLook}` : theirs }]
}

function ownWording(value: TemplateValue, language: string | null): Wording | null {
  return language === null ? value : (value.translations?.[language] ?? null)
}

/** The value with another HTML in the language of a difference. */
export function withText(value: TemplateValue, { language }: Difference, body: string): TemplateValue {
  const { translations = null } = withWording(value, language, { body })
  return { ...value, body: language === null ? body : wordingIn(value, null).body, translations }
}
