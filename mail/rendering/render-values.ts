import { perform } from './threads/perform.js'

/** Renders every string inside a value, at any depth, as a template of a project. Throws RenderError. */
export async function renderValues<T>(value: T, variables: Record<string, unknown>, projectId: string): Promise<T> {
  return (await perform(projectId, 'values', { value, variables })) as T
}
