import { perform } from '../threads/perform.js'
import type { FilledRequest, RequestInput } from './fill-request.js'

/**
 * Renders the templates of a project's HTTP request, and encodes each value for its place. Throws RenderError, also for
 * a value that no encoding can carry at its place.
 */
export async function renderRequest(input: RequestInput, projectId: string): Promise<FilledRequest> {
  return perform(projectId, 'request', input)
}
