import { renderWhole, type WholeMessage } from '../../../mail/compose/render-whole.js'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import type { DocumentElements } from '../../../mail/inspection/document-elements.js'
import type { UsedVariable } from '../../../mail/inspection/used-variables.js'
import type { AddressSettings } from '../../../mail/links/address-settings.js'
import { chooseLanguage, contentIn } from '../../../mail/rendering/choose-translation.js'
import { RenderError, type FieldName, type PartName } from '../../../mail/rendering/render-message.js'
import { perform } from '../../../mail/rendering/threads/perform.js'
import type { TemplateFault } from '../../../models/domain/findings/message-facts.js'
import type { ProjectRecord } from '../../../models/project.js'
import { syntaxFaults, type DraftContent } from './syntax-faults.js'
import { unsentEmail } from './unsent-email.js'

/** A draft for its recipient, as far as it could be rendered. */
export interface RenderedDraft {
  /** The translation that was taken; null for the message itself. */
  language: string | null
  /** Of all languages. */
  syntaxFaults: TemplateFault[]
  failure: TemplateFault | null
  /** Null where it could not be rendered. */
  subject: string | null
  /** Null where it could not be rendered. */
  body: Omit<WholeMessage, 'subject'> | null
  /** Null where it could not be read. */
  elements: DocumentElements | null
  used: UsedVariable[]
}

/** The project, the content and the variables of a draft. */
export interface DraftInput {
  project: ProjectRecord
  content: DraftContent
  type: MessageType
  variables: Record<string, unknown>
  /** The fields of bodies that could not be made of their sources. */
  missing: ReadonlySet<string>
}

/** Renders a draft as delivery does. A part is rendered even if the Liquid of the other part has a fault. */
export async function renderDraft(draft: DraftInput, settings: AddressSettings): Promise<RenderedDraft> {
  const { project, content, type, variables, missing } = draft
  const faults = (await syntaxFaults(project._id, content)).filter(({ field }) => !missing.has(field ?? ''))
  const language = chooseLanguage(content, variables['locale'], project.language)
  const chosen = contentIn(content, language)
  const isSound = (part: PartName): boolean => {
    const field = fieldOf(content, language, part)
    return !missing.has(field) && !faults.some((fault) => fault.field === field)
  }
  const sound = { subject: isSound('subject') ? chosen.subject : '', body: isSound('body') ? chosen.body : '' }
  const utm = faults.some(({ field }) => field?.startsWith('utm.')) ? null : content.utm
  const failures: RenderError[] = []
  const orNull = orNullWith(failures)
  const used = await orNull(perform(project._id, 'variables', { content: { ...sound, utm }, variables }))
  const email = unsentEmail(project._id, type)
  const whole = await orNull(renderWhole({ email, content: { ...sound, utm }, project, variables }, settings))
  const [failure] = failures
  const body = whole && isSound('body') ? whole : null
  return {
    language,
    syntaxFaults: faults,
    failure: failure ? faultOf(failure, (part) => fieldOf(content, language, part)) : null,
    subject: whole && isSound('subject') ? whole.subject : null,
    body,
    elements: body && (await orNull(perform(project._id, 'elements', body.html))),
    used: used ?? [],
  }
}

/** The field that holds a part of a message in one of its languages; null stands for the message itself. */
export function fieldOf({ translations }: DraftContent, language: string | null, part: FieldName): string {
  const isTranslated = language !== null && isPart(part) && translations?.[language]?.[part] !== undefined
  return isTranslated ? `translations.${language}.${part}` : part
}

function isPart(field: FieldName): field is PartName {
  return field === 'subject' || field === 'body'
}

function orNullWith(failures: RenderError[]): <T>(rendering: Promise<T>) => Promise<T | null> {
  return async (rendering) => {
    try {
      return await rendering
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      failures.push(error)
      return null
    }
  }
}

function faultOf(
  { message, place: { part = 'body', ...place } }: RenderError,
  fieldOfPart: (part: FieldName) => string,
) {
  return { message, ...place, field: fieldOfPart(part) }
}
