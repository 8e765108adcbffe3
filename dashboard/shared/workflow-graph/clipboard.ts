import type { Clip } from '../workflow-draft/edit.js'

let copied: Clip | null = null

/** Keeps copied steps until others are copied, so that they can be pasted into another workflow too. */
export function keepClip(clip: Clip): void {
  copied = clip
}

/** The latest copied steps. */
export function storedClip(): Clip | null {
  return copied
}
