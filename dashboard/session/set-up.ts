import { keyFor } from './stored.js'

const keyOf = (projectId: string): string => keyFor('set-up', projectId)

/** Whether this browser has seen that the project needs no more setting up. */
export function wasSetUp(projectId: string): boolean {
  return localStorage.getItem(keyOf(projectId)) !== null
}

/** Records that the set-up is complete: the checklist does not come back when something is deleted later. */
export function noteSetUp(projectId: string): void {
  localStorage.setItem(keyOf(projectId), 'yes')
}
