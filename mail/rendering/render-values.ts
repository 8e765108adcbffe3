import type { Filling } from './fill-values.js'
import { perform } from './threads/perform.js'

/**
 * Renders every string inside a value, at any depth, as a template of a project. With `keepsTypes`, a string that is
 * only one output becomes the value of the output: a number stays a number, and a missing value becomes undefined.
 * Throws RenderError.
 */
export async function renderValues<T>(
  value: T,
  variables: Record<string, unknown>,
  projectId: string,
  filling: Omit<Filling, 'budget'> = {},
): Promise<T> {
  return (await perform(projectId, 'values', { value, variables, ...filling })) as T
}
