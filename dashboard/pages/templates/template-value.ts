import type { Answer, Input } from '../../api/client.js'
import { isSameJson } from '../../session/same-json.js'
import { storedWording, writtenIn, type MessageDraft, type Wording } from '../../shared/content-editor/message-draft.js'
import { patchWording } from '../../shared/content-editor/sent-content.js'

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
  'design',
  'mjml',
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
  const { name, description, from, fromName, replyTo, type, translations } = template
  const others = Object.entries(translations ?? {}).map(([language, wording]) => [
    language,
    writtenIn(storedWording(wording)),
  ])
  return {
    name,
    description,
    from,
    fromName,
    replyTo,
    type,
    ...writtenIn(storedWording(template)),
    translations: translations && Object.fromEntries(others),
  }
}

/** The fields in which two values differ. */
export function differingFields(one: TemplateValue, other: TemplateValue): TemplateField[] {
  return FIELDS.filter((field) => !isSameJson(one[field] ?? null, other[field] ?? null))
}

const CONTENT: ReadonlySet<TemplateField> = new Set(['body', 'design', 'mjml', 'translations'])

type Patch = Input<'PATCH /templates/:id'>['body']

/** The request that makes `value` of what is stored; fields that are alike are left out. */
export function patchOf(value: TemplateValue, stored: TemplateValue, ifUpdatedAt: string | null): Patch {
  const fields = differingFields(value, stored)
  const { translations } = value
  const changed: Patch = Object.fromEntries(
    fields.filter((field) => !CONTENT.has(field)).map((field) => [field, value[field]]),
  )
  // The content is sent in what it is written in: the server makes the HTML of a design.
  const { subject: _subject, ...content } = patchWording(value)
  const isOtherContent = fields.some((field) => field !== 'translations' && CONTENT.has(field))
  const others = Object.entries(translations ?? {}).map(([language, wording]) => [language, patchWording(wording)])
  return {
    ...changed,
    ...(isOtherContent ? content : {}),
    ...(fields.includes('translations') ? { translations: translations && Object.fromEntries(others) } : {}),
    ...(ifUpdatedAt === null ? {} : { ifUpdatedAt }),
  }
}

/** The languages of the translations, in the order of their tags. */
export function languagesOf({ translations }: Pick<TemplateValue, 'translations'>): string[] {
  return Object.keys(translations ?? {}).toSorted((one, other) => one.localeCompare(other))
}

/** The value with a translation more, which begins as a copy. */
export function withLanguage(value: TemplateValue, language: string): TemplateValue {
  return { ...value, translations: { ...value.translations, [language]: writtenIn(value) } }
}

/** The value without a translation; without the last one `translations` is null. */
export function withoutLanguage(value: TemplateValue, language: string): TemplateValue {
  const rest = Object.fromEntries(Object.entries(value.translations ?? {}).filter(([tag]) => tag !== language))
  return { ...value, translations: Object.keys(rest).length === 0 ? null : rest }
}

/** The remaining work in a translation. */
export type Gap = 'noSubject' | 'noBody' | 'sameSubject' | 'sameBody'

/** The gaps of a translation: parts that are empty, or the same as in the main text. */
export function gapsOf(value: TemplateValue, language: string): Gap[] {
  const { subject, translations } = value
  const wording = translations?.[language]
  if (!wording) return []
  const gaps: (Gap | false)[] = [
    wording.subject.trim() === '' ? 'noSubject' : wording.subject === subject && 'sameSubject',
    isEmpty(wording) ? 'noBody' : isSameJson(contentOf(wording), contentOf(value)) && 'sameBody',
  ]
  return gaps.filter((gap) => gap !== false)
}

function isEmpty({ body, design, mjml }: Wording): boolean {
  return design ? design.blocks.length === 0 : (mjml ?? body).trim() === ''
}

function contentOf({ body, design = null, mjml = null }: Wording) {
  return [body, design, mjml]
}

// A language tag in the form that the API accepts.
const TAG = /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/

/** Whether a text is a language tag. */
export const isLanguageTag = (text: string): boolean => TAG.test(text)
