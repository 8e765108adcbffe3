import { keyFor } from './kept.js'

const keyOf = (projectId: string): string => keyFor('set-up', projectId)

/** Whether this browser has seen that the project needs no more setting up. */
export function wasSetUp(projectId: string): boolean {
  return localStorage.getItem(keyOf(projectId)) !== null
}

/** Notes that nothing of the set-up was left: what is deleted later brings no beginner's list back. */
export function noteSetUp(projectId: string): void {
  localStorage.setItem(keyOf(projectId), 'yes')
}
