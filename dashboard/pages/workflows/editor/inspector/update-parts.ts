import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'

/** The fields that an UPDATE_CONTACT sets, and the names of those that it removes. */
export interface Updates {
  set: Record<string, unknown>
  removed: string[]
}

/** The parts of the updates of a step: null removes a field. */
export function splitUpdates({ updates, data }: DraftStep['config']): Updates {
  const entries = Object.entries((updates ?? data ?? {}) as Record<string, unknown>)
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    removed: entries.filter(([, value]) => value === null).map(([name]) => name),
  }
}

/** The parts as updates; undefined where there are none. A field that is set and removed is set. */
export function joinUpdates({ set, removed }: Updates): Record<string, unknown> | undefined {
  const updates = { ...Object.fromEntries(removed.map((name) => [name, null])), ...set }
  return Object.keys(updates).length === 0 ? undefined : updates
}

/** The names in a text with one a line. */
export function namesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
