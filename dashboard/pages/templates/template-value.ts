import type { Answer, Input } from '../../api/client.js'
import type { MessageDraft, Wording } from '../../shared/content-editor/message-draft.js'

/** A template as the API shows it. */
export type Template = Answer<'GET /templates/:id'>

/** The types of messages, the usual one first. */
export const MESSAGE_TYPES = ['MARKETING', 'TRANSACTIONAL', 'HEADLESS'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** The editable fields of a template. */
export interface TemplateValue extends MessageDraft {
  name: string
  description: string | null
  from: string
  fromName: string | null
  replyTo: string | null
  translations: Readonly<Record<string, Wording>> | null
}

/** The fields of a template that are edited, in the order in which they are compared. */
export const FIELDS = [
  'name',
  'subject',
  'body',
  'translations',
  'from',
  'fromName',
  'replyTo',
  'type',
  'description',
] as const
export type TemplateField = (typeof FIELDS)[number]

/** The edited part of a template. */
export function valueOf(template: Template): TemplateValue {
  const { name, description, subject, body, from, fromName, replyTo, type } = template
  const translations = wordingsOf(template.translations)
  return { name, description, subject, body, from, fromName, replyTo, type, translations }
}

function wordingsOf(translations: Template['translations']): TemplateValue['translations'] {
  const wordings = Object.entries(translations ?? {}).map(([tag, { subject, body }]) => [tag, { subject, body }])
  return translations && (Object.fromEntries(wordings) as TemplateValue['translations'])
}

/** The fields in which two values differ. */
export function differingFields(one: TemplateValue, other: TemplateValue): TemplateField[] {
  return FIELDS.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
}

type Patch = Input<'PATCH /templates/:id'>['body']

/** The request that makes `value` of what is stored; fields that are alike are left out. */
export function patchOf(value: TemplateValue, stored: TemplateValue, ifUpdatedAt: string | null): Patch {
  const changed: Patch = Object.fromEntries(differingFields(value, stored).map((field) => [field, value[field]]))
  return { ...changed, ...(ifUpdatedAt === null ? {} : { ifUpdatedAt }) }
}

/** The languages of the translations, in the order of their tags. */
export function languagesOf({ translations }: Pick<TemplateValue, 'translations'>): string[] {
  return Object.keys(translations ?? {}).toSorted((one, other) => one.localeCompare(other))
}

/** The value with a translation more, which begins as a copy. */
export function withLanguage(value: TemplateValue, language: string): TemplateValue {
  const { subject, body } = value
  return { ...value, translations: { ...value.translations, [language]: { subject, body } } }
}

/** The value without a translation; without the last one `translations` is null. */
export function withoutLanguage(value: TemplateValue, language: string): TemplateValue {
  const rest = Object.fromEntries(Object.entries(value.translations ?? {}).filter(([tag]) => tag !== language))
  return { ...value, translations: Object.keys(rest).length === 0 ? null : rest }
}

/** The remaining work in a translation. */
export type Gap = 'noSubject' | 'noBody' | 'sameSubject' | 'sameBody'

/** The gaps of a translation: parts that are empty, or the same as in the main text. */
export function gapsOf({ subject, body, translations }: TemplateValue, language: string): Gap[] {
  const wording = translations?.[language]
  if (!wording) return []
  const gaps: (Gap | false)[] = [
    wording.subject.trim() === '' ? 'noSubject' : wording.subject === subject && 'sameSubject',
    wording.body.trim() === '' ? 'noBody' : wording.body === body && 'sameBody',
  ]
  return gaps.filter((gap) => gap !== false)
}

// A language tag in the form that the API accepts.
const TAG = /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/

/** Whether a text is a language tag. */
export const isLanguageTag = (text: string): boolean => TAG.test(text)
