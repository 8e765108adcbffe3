import { renderPieces, wholeOf, type RenderedPieces } from '../compiled/placeholders.js'
import { parseMessage, subjectLine } from '../rendering/render-message.js'
import { OverBudget } from '../rendering/threads/budget.js'
import { perform, withinBudget } from '../rendering/threads/perform.js'

/** The rendered content of a message. */
export interface RenderedContent {
  subject: string
  /** In pieces, which may fill a compiled template; a string where the template cannot be taken apart. */
  body: RenderedPieces | string
}

interface Content {
  subject: string
  body: string
}

/** Renders content for its recipient, in a thread where that exceeds the budget of the event loop. Throws RenderError. */
export async function renderContent(
  content: Content,
  variables: Record<string, unknown>,
  projectId: string,
): Promise<RenderedContent> {
  const rendered = renderInPieces(content, variables, projectId)
  if (rendered) return rendered
  const { subject, html } = await perform(projectId, 'message', { content, variables, footer: null })
  return { subject, body: html }
}

/** Null for content that exceeds its budget, or whose template breaks off early. */
function renderInPieces(
  content: Content,
  variables: Record<string, unknown>,
  projectId: string,
): RenderedContent | null {
  try {
    return withinBudget(projectId, (budget) => {
      const parsed = parseMessage(content, budget)
      const subject = renderPieces(parsed.subject, variables, { escape: false, budget })
      const body = renderPieces(parsed.body, variables, { escape: true, budget })
      return subject && body && { subject: subjectLine(wholeOf(subject)), body }
    })
  } catch (error) {
    if (error instanceof OverBudget) return null
    throw error
  }
}
