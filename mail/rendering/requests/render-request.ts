import { perform } from '../threads/perform.js'
import type { FilledRequest, RequestInput } from './fill-request.js'

/**
 * Renders the templates of an HTTP request of a project, with values that are encoded for their places. Throws
 * RenderError, also for a value that no encoding can carry where it stands.
 */
export async function renderRequest(input: RequestInput, projectId: string): Promise<FilledRequest> {
  return perform(projectId, 'request', input)
}
