import { perform } from './threads/perform.js'

/**
 * Fills in every string inside a value of a project, however deep; a string that is no template comes out as it is.
 * Throws RenderError.
 */
export async function renderValues<T>(value: T, variables: Record<string, unknown>, projectId: string): Promise<T> {
  return (await perform(projectId, 'values', { value, variables })) as T
}
