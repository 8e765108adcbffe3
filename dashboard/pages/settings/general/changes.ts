import type { Input } from '../../../api/client.js'
import { isSameJson } from '../../../session/same-json.js'
import type { Project } from '../../../session/user.js'

/** The settings of a project that its members may change. */
export type ProjectChanges = Input<'PATCH /users/@me/projects/:id'>['body']

/** The values of how opens and clicks are tracked. */
export const TRACKINGS = ['ENABLED', 'MARKETING_ONLY', 'DISABLED'] as const satisfies readonly Project['tracking'][]

/** The changes without those that say what is stored already. */
export function realChanges(stored: ProjectChanges, changes: ProjectChanges): ProjectChanges {
  const names = Object.keys(changes) as (keyof ProjectChanges)[]
  const changed = names.filter((name) => changes[name] !== undefined && !isSameJson(changes[name], stored[name]))
  return Object.fromEntries(changed.map((name) => [name, changes[name]]))
}
