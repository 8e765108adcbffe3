import type { ProjectRecord } from '../../models/project.js'
import { renderFields, wholeOf, type RenderedTemplate } from '../compiled/template-fields.js'
import { parseMessage, subjectLine } from '../rendering/render-message.js'
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
}

/** The project of a message. */
type MessageProject = Pick<ProjectRecord, '_id' | 'timezone'>

interface Content {
  subject: string
  body: string
}

/**
 * Renders content for its recipient. A thread renders content that exceeds the budget of the event loop. Throws
 * RenderError.
 */
export async function renderContent(
  content: Content,
  variables: Record<string, unknown>,
  project: MessageProject,
): Promise<RenderedContent> {
  const rendered = renderWithinBudget(content, variables, project)
  if (rendered) return rendered
  const { timezone: timeZone } = project
  const { subject, html } = await perform(project._id, 'message', { content, variables, timeZone, footer: null })
  return { subject, body: html }
}

/** Null for content that exceeds its budget, or whose template breaks off early. */
function renderWithinBudget(
  content: Content,
  variables: Record<string, unknown>,
  { _id: projectId, timezone: timeZone }: MessageProject,
): RenderedContent | null {
  try {
    return withinBudget(projectId, (budget) => {
      const parsed = parseMessage(content, budget)
      const subject = renderFields(parsed.subject, variables, { escape: false, timeZone, budget })
      const body = renderFields(parsed.body, variables, { escape: true, timeZone, budget })
      return subject && body && { subject: subjectLine(wholeOf(subject)), body }
    })
  } catch (error) {
    if (error instanceof OverBudget) return null
    throw error
  }
}
