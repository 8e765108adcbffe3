import type { KeyboardEvent } from 'react'
import { NOTHING } from './selection.js'
import type { Selecting } from './use-selection.js'

/** Clears the selection by Escape, unless a dialog takes the key. */
export function clearByEscape({ select }: Selecting) {
  return ({ key, target }: KeyboardEvent): void => {
    if (key === 'Escape' && target instanceof HTMLElement && !target.closest('[role=dialog]')) select(NOTHING)
  }
}
