import { DESIGN_VERSION, type EmailDesign } from '../../../models/domain/design/design.js'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import { call, type Answer } from '../../api/client.js'
import { queryClient } from '../../api/query.js'
import { storedWording } from '../content-editor/message-draft.js'
import { sentWording } from '../content-editor/sent-content.js'
import { startersQuery } from './starters-query.js'

/** A design of the installation to begin with. */
export type Starter = Answer<'GET /designs/starters'>[number]

/** What a new message begins with. */
export type Start =
  | { kind: 'blank' }
  | { kind: 'html' }
  | { kind: 'starter'; id: string }
  | { kind: 'template'; id: string }

/** A design of no blocks. */
export const BLANK: EmailDesign = { version: DESIGN_VERSION, theme: {}, previewText: [], blocks: [] }

const FIRST_HTML = `<!doctype html>
<html>
  <body style="font-family: sans-serif; color: #222222">
    <p>Hello {{ firstName ?? there }},</p>
  </body>
</html>
`

/** The first content of a message, and the subject and the type that come with it. */
export interface StartContent {
  content: { design: EmailDesign } | { mjml: string } | { body: string }
  subject?: string
  type?: MessageType
}

/** The content that a start stands for; that of a starter is in the given language. */
export async function contentOf(start: Start, language: string, projectId: string): Promise<StartContent> {
  switch (start.kind) {
    case 'blank':
      return { content: { design: BLANK } }
    case 'html':
      return { content: { body: FIRST_HTML } }
    case 'starter': {
      const starters = await queryClient.ensureQueryData(startersQuery(projectId, language))
      const starter = starters.find(({ id }) => id === start.id)
      if (!starter) return { content: { design: BLANK } }
      const { design, subject, type } = starter
      return { content: { design: design as EmailDesign }, subject, type }
    }
    case 'template': {
      const template = await call('GET /templates/:id', { projectId, params: { id: start.id } })
      const { subject, ...content } = sentWording(storedWording(template))
      return { content, subject, type: template.type }
    }
    default:
      return start satisfies never
  }
}
