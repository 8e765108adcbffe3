import type { SourceFault } from '../../../mail/design/render.js'
import { perform } from '../../../mail/rendering/threads/perform.js'
import { RenderError } from '../../../mail/rendering/render-message.js'
import { findLowContrasts } from '../../../models/domain/design/find-low-contrasts.js'
import type { ContrastFact, TemplateFault } from '../../../models/domain/findings/message-facts.js'
import type { Utm } from '../../../models/domain/utm.js'
import type { MessageSource } from '../../../models/message.js'
import { renderSource } from '../sources/render-source.js'
import { editorOf, sourceOf, type SentContent, type SourceContext } from '../sources/sent-content.js'
import type { DraftContent } from './syntax-faults.js'

/** A message that is being written, with bodies or the designs and MJML of bodies. */
export interface SentDraft extends SentContent {
  subject: string
  translations: Record<string, SentContent & { subject?: string | undefined }> | null
  utm: Utm | null
}

/** A draft with the bodies that its designs and MJML render to. */
export interface DraftBodies {
  content: DraftContent
  /** The sources of bodies, by the field of the body. */
  sources: ReadonlyMap<string, MessageSource>
  /** The fields of bodies that could not be made. */
  missing: ReadonlySet<string>
  sourceFaults: TemplateFault[]
  lowContrasts: ContrastFact[]
  /** Faults of Liquid in MJML, with their place in the MJML. */
  syntaxFaults: TemplateFault[]
}

/** Makes the bodies of a draft. Faults of sources are part of the result. */
export async function draftBodies(sent: SentDraft, context: SourceContext): Promise<DraftBodies> {
  const sources = new Map<string, MessageSource>()
  const missing = new Set<string>()
  const sourceFaults: TemplateFault[] = []
  const syntaxFaults: TemplateFault[] = []
  const lowContrasts: ContrastFact[] = []
  const bodyOf = async (given: SentContent, prefix: string, language: string): Promise<string | undefined> => {
    const source = sourceOf(given)
    if (!source) return given.body
    const field = `${prefix}${editorOf(source)}`
    const [rendered, syntax] = await Promise.all([
      renderSource(source, language, context),
      source.design ? null : liquidFault(source.mjml, context.project._id),
    ])
    sources.set(`${prefix}body`, source)
    if (source.design) {
      const found = findLowContrasts(source.design, context.project.brand ?? {})
      lowContrasts.push(...found.map((contrast) => ({ field, ...contrast })))
    }
    if (rendered.fault) sourceFaults.push({ field, ...rendered.fault })
    if (syntax) syntaxFaults.push({ field, ...syntax })
    if (rendered.fault || syntax) missing.add(`${prefix}body`)
    return rendered.body ?? ''
  }
  const { subject, translations, utm } = sent
  const body = (await bodyOf(sent, '', context.project.language)) ?? ''
  const translated: DraftContent['translations'] = {}
  for (const [tag, translation] of Object.entries(translations ?? {})) {
    const own = await bodyOf(translation, `translations.${tag}.`, tag)
    translated[tag] = {
      ...(translation.subject === undefined ? {} : { subject: translation.subject }),
      ...(own === undefined ? {} : { body: own }),
    }
  }
  const content = { subject, body, translations: translations && translated, utm }
  return { content, sources, missing, sourceFaults, syntaxFaults, lowContrasts }
}

async function liquidFault(mjml: string, projectId: string): Promise<SourceFault | null> {
  try {
    const [fault] = await perform(projectId, 'syntax', [mjml])
    return fault ?? null
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    return { message: error.message }
  }
}
