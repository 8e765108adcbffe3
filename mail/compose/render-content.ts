import type { LinkParameter } from '../../models/domain/utm.js'
import type { ProjectRecord } from '../../models/project.js'
import { renderFields, wholeOf, type RenderedTemplate } from '../compiled/template-fields.js'
import { inPart, parseMessage, renderUtm, subjectLine, type MessageTemplate } from '../rendering/render-message.js'
import { OverBudget } from '../rendering/threads/budget.js'
import { perform, withinBudget } from '../rendering/threads/perform.js'

/** The rendered content of a message. */
export interface RenderedContent {
  subject: string
  /**
   * The rendered parts and values, which can fill a compiled template; a string where parts and fields cannot be told
   * apart.
   */
  body: RenderedTemplate | string
  /** The parameters that its web links get. */
  parameters: readonly LinkParameter[]
}

/** The project of a message. */
type MessageProject = Pick<ProjectRecord, '_id' | 'timezone'>

/**
 * Renders content for its recipient. A thread renders content that exceeds the budget of the event loop. Throws
 * RenderError.
 */
export async function renderContent(
  content: MessageTemplate,
  variables: Record<string, unknown>,
  project: MessageProject,
): Promise<RenderedContent> {
  const rendered = renderWithinBudget(content, variables, project)
  if (rendered) return rendered
  const { timezone: timeZone } = project
  const input = { content, variables, timeZone, footer: null }
  const { subject, html, parameters } = await perform(project._id, 'message', input)
  return { subject, body: html, parameters }
}

/** Null for content that exceeds its budget, or whose template breaks off early. */
function renderWithinBudget(
  content: MessageTemplate,
  variables: Record<string, unknown>,
  { _id: projectId, timezone: timeZone }: MessageProject,
): RenderedContent | null {
  try {
    return withinBudget(projectId, (budget) => {
      const parsed = parseMessage(content, budget)
      const fieldsOf = (part: 'subject' | 'body', escape: boolean) =>
        inPart(part, () => renderFields(parsed[part], variables, { escape, timeZone, budget }))
      const subject = fieldsOf('subject', false)
      const body = fieldsOf('body', true)
      const parameters = renderUtm(content.utm, variables, { timeZone, budget })
      return subject && body && { subject: subjectLine(wholeOf(subject)), body, parameters }
    })
  } catch (error) {
    if (error instanceof OverBudget) return null
    throw error
  }
}
