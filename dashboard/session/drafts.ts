import { keyFor, keysFor } from './stored.js'
import { knownUserId } from './user.js'

/** The subject of a draft: a record of a project. A record that is not stored yet has the id `new`. */
export interface DraftOf {
  projectId: string
  kind: 'template' | 'campaign' | 'segment' | 'workflow'
  id: string
}

/** Changes that are not saved. They outlive a crash of the browser and the end of the session. */
export interface Draft<T> {
  value: T
  /** The `updatedAt` or the version of the record that the changes began from; null for a record that is new. */
  base: string | null
  /** When the browser kept it, as an ISO time. */
  storedAt: string
}

const KIND = 'draft'

/** The draft that this browser keeps for the user; null where there is none. */
export function readDraft<T>(of: DraftOf): Draft<T> | null {
  const text = localStorage.getItem(keyOf(of))
  if (text === null) return null
  try {
    return JSON.parse(text) as Draft<T>
  } catch {
    return null
  }
}

/** Keeps a draft; null drops it. Returns whether the browser had room for it. */
export function keepDraft<T>(of: DraftOf, draft: Draft<T> | null): boolean {
  // Without a signed-in user a draft has no owner: it is not kept.
  if (knownUserId() === null) return false
  const key = keyOf(of)
  if (draft === null) {
    localStorage.removeItem(key)
    return true
  }
  const text = JSON.stringify(draft)
  // Each round frees space by removing the oldest of the other drafts.
  for (;;) {
    try {
      localStorage.setItem(key, text)
      return true
    } catch {
      const oldest = oldestOf(keysFor(KIND).filter((other) => other !== key))
      if (oldest === undefined) return false
      localStorage.removeItem(oldest)
    }
  }
}

/** The subjects of the drafts that this browser keeps for the user. */
export function storedDrafts(): DraftOf[] {
  return keysFor(KIND).map((key) => {
    const [, , projectId = '', kind, id = ''] = key.split(':')
    return { projectId, kind: kind as DraftOf['kind'], id }
  })
}

function keyOf({ projectId, kind, id }: DraftOf): string {
  return keyFor(KIND, projectId, kind, id)
}

function oldestOf(some: readonly string[]): string | undefined {
  const storedAt = (key: string): string => /"storedAt":"([^"]+)"/.exec(localStorage.getItem(key) ?? '')?.[1] ?? ''
  return some.toSorted((one, other) => storedAt(one).localeCompare(storedAt(other)))[0]
}
