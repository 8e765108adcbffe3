import { perform } from './threads/perform.js'
import type { TrackedBody } from '../links/track-body.js'

/**
 * The plain text part of a message of a project, from its HTML: links with their addresses, no images. Throws
 * RenderError for a document that takes too long to read.
 */
export async function textFromHtml(html: string, projectId: string): Promise<string> {
  return perform(projectId, 'text', html)
}

/**
 * A rendered body with its links through our tracking URL, and with the pixel. Throws RenderError for a body with more
 * links than can be tracked in time.
 */
export async function withTracking(body: TrackedBody): Promise<string> {
  return perform(body.message.projectId, 'links', body)
}
