import type { BodyWithFooter, BodyBeforeFooter } from './footer.js'
import type { ParameterisedBody } from '../links/link-parameters.js'
import { mayHoldMarks } from '../links/find-links.js'
import { perform } from './threads/perform.js'
import type { TrackedBody } from '../links/track-body.js'

/**
 * A rendered body of a project with parameters in its web links. Throws RenderError for a body with more links than can
 * be changed in time.
 */
export async function bodyWithParameters(projectId: string, body: ParameterisedBody): Promise<string> {
  return body.parameters.length === 0 ? body.html : perform(projectId, 'parameters', body)
}

/** A rendered body of a project with its footer. Throws RenderError for a document that takes too long to read. */
export async function bodyWithFooter(projectId: string, body: BodyBeforeFooter): Promise<BodyWithFooter> {
  return perform(projectId, 'footer', body)
}

/**
 * The plain text part of a project's message, from its HTML: links with their addresses, and images as their
 * alternative texts. Empty where a person sees no text. Throws RenderError for a document that takes too long to read.
 */
export async function textFromHtml(html: string, projectId: string): Promise<string> {
  return perform(projectId, 'text', html)
}

/**
 * A rendered body as it leaves: where it is tracked, with links through our tracking URL and with the pixel. Throws
 * RenderError for a body with more links than can be tracked in time.
 */
export async function withTracking(body: TrackedBody): Promise<string> {
  if (!body.isTracked && !mayHoldMarks(body.html)) return body.html
  return perform(body.message.projectId, 'links', body)
}
