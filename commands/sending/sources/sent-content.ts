import type { EmailDesign } from '../../../models/domain/design/design.js'
import type { Editor, MessageSource } from '../../../models/message.js'
import type { ProjectRecord } from '../../../models/project.js'

/** The body of a message as a request gives it: HTML, or a design or MJML to make it of. Null stands for none. */
export interface SentContent {
  body?: string | undefined
  design?: EmailDesign | null | undefined
  mjml?: string | null | undefined
}

/** The subject and the body of a translation as a request gives them. */
export interface SentTranslation extends SentContent {
  subject: string
}

/** A body with the source that it was made of; null for HTML. */
export interface BodyContent {
  body: string
  editor: Editor
  source: MessageSource | null
}

/** What the rendering of designs must know of the project and the installation. */
export interface SourceContext {
  project: Pick<ProjectRecord, '_id' | 'name' | 'language' | 'brand'>
  /** The origin of uploaded images. */
  gatewayUrl: string
}

/** The source that a request gives; null for HTML. Designs come before MJML. */
export function sourceOf({ design, mjml }: SentContent): MessageSource | null {
  if (design) return { design }
  return typeof mjml === 'string' ? { mjml } : null
}

/** The form in which the body of a message with this source is written. */
export function editorOf(source: MessageSource | null | undefined): Editor {
  if (!source) return 'html'
  return source.design ? 'design' : 'mjml'
}
