import type { Utm } from '../../../models/domain/utm.js'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import type { EmailDesign } from '../../../models/domain/design/design.js'
import type { Answer, Input } from '../../api/client.js'

/** An error of a message or a remark about it, as the API finds it. */
export type Finding = Answer<'POST /preview'>['findings'][number]

/** A message as its recipient would get it. */
export type Preview = Answer<'POST /preview'>

/** The words of a message in one language: HTML, or a design or MJML from which the server makes the HTML. */
export interface Wording {
  subject: string
  /** Empty where it is made from something else. */
  body: string
  design?: EmailDesign | null
  mjml?: string | null
}

/** A wording as the API answers it. */
type StoredWording = Pick<Answer<'GET /templates/:id'>, 'subject' | 'body' | 'design' | 'mjml'>

/** A message as the API answers it. */
type StoredMessage = Pick<
  Answer<'GET /campaigns/:id'>,
  keyof StoredWording | 'type' | 'from' | 'fromName' | 'replyTo'
> &
  Partial<Pick<Answer<'GET /templates/:id'>, 'translations'>>

/** A wording of the API, whose types of conditions say less than those of the editor. */
export function storedWording({ subject, body, design, mjml }: StoredWording): Wording {
  return { subject, body, design: design as EmailDesign | null, mjml }
}

/** A message of the API, with the HTML that was made of its designs. */
export function storedDraft(stored: StoredMessage): MessageDraft {
  const { type, from, fromName, replyTo, translations = null } = stored
  const others = Object.entries(translations ?? {}).map(([language, wording]) => [language, storedWording(wording)])
  return {
    ...storedWording(stored),
    type,
    from,
    fromName,
    replyTo,
    translations: translations && Object.fromEntries(others),
  }
}

/** A wording with what it is written in: the HTML that the server has made of something else is left out. */
export function writtenIn({ subject, body, design = null, mjml = null }: Wording): Required<Wording> {
  return { subject, body: editorOf({ subject, body, design, mjml }) === 'html' ? body : '', design, mjml }
}

/** The design that HTML has replaced; the server keeps it for a while. */
export function previousDesignOf({ previousDesign }: Pick<Answer<'GET /templates/:id'>, 'previousDesign'>) {
  return (previousDesign?.design ?? null) as EmailDesign | null
}

/** What the content of a message is written in. */
export type Editor = 'design' | 'mjml' | 'html'

/** What a wording is written in. */
export function editorOf({ design, mjml }: Wording): Editor {
  return design ? 'design' : typeof mjml === 'string' ? 'mjml' : 'html'
}

/** A message that is being written. Without a sender it can be shown, and not be sent. */
export interface MessageDraft extends Wording {
  type: MessageType
  from: string | null
  fromName?: string | null
  replyTo?: string | null
  translations?: Readonly<Record<string, Wording>> | null
  /** The UTM parameters of its links. */
  utm?: Utm | null
}

/** For whom a message is shown. */
export type ShownTo = Pick<Input<'POST /preview'>['body'], 'contactId' | 'data' | 'language'>

/** The words of a draft in a language; null stands for the message itself. */
export function wordingIn(draft: MessageDraft, language: string | null): Wording {
  return (language === null ? undefined : draft.translations?.[language]) ?? draft
}

/** The draft with other words in a language. */
export function withWording(draft: MessageDraft, language: string | null, wording: Partial<Wording>): MessageDraft {
  if (language === null) return { ...draft, ...wording }
  const { subject, body, design = null, mjml = null } = { ...wordingIn(draft, language), ...wording }
  return { ...draft, translations: { ...draft.translations, [language]: { subject, body, design, mjml } } }
}

/**
 * The draft in which a language is shown: the main text alone, where that is written, because a recipient's own
 * language would choose a translation.
 */
export function shownIn(draft: MessageDraft, language: string | null): MessageDraft {
  return language === null ? { ...draft, translations: null } : draft
}

/** The field of the request that holds a part of a message in a language. */
export function fieldOf(language: string | null, part: keyof Wording): string {
  return language === null ? part : `translations.${language}.${part}`
}
