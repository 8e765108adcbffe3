import { useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft, type Draft, type DraftOf } from './drafts.js'
import { knownUserId } from './user.js'
import { isSameJson } from './same-json.js'

const REST_MS = 300

/** A record's value while it is edited. */
export interface Edited<T> {
  value: T
  /** The `updatedAt` or version that the changes began from, for `ifUpdatedAt`; null for a record that is new. */
  base: string | null
  isChanged: boolean
  /** When the browser kept the changes with which the page was opened; null where it had none. */
  restoredAt: string | null
  /** Whether the record was changed elsewhere since these changes began. */
  isStale: boolean
  change: (next: (now: T) => T) => void
  /** Goes back to what is saved. */
  discard: () => void
  /** Records a saved value and the record's new base. Changes made meanwhile stay unsaved. */
  settle: (value: T, base: string | null) => void
}

/**
 * Edits a value, which is plain JSON, and keeps the changes in the browser until they are saved or discarded. The
 * component belongs to one record: give it a `key` with the record's id. `saved` is the value as the API has it.
 */
export function useEdited<T>(of: DraftOf, saved: T, base: string | null): Edited<T> {
  const [draft, setDraft] = useState<Draft<T> | null>(() => unlessSame(readDraft<T>(of), saved))
  const [restoredAt, setRestoredAt] = useState(draft?.storedAt ?? null)
  useStored(of, draft)
  return {
    value: draft ? draft.value : saved,
    base: draft ? draft.base : base,
    isChanged: draft !== null,
    restoredAt: draft ? restoredAt : null,
    isStale: draft !== null && draft.base !== base,
    change: (next) =>
      setDraft((now) => {
        const value = next(now ? now.value : saved)
        return unlessSame({ value, base: now ? now.base : base, storedAt: new Date().toISOString() }, saved)
      }),
    discard: () => setDraft(null),
    settle: (value, newBase) => {
      setRestoredAt(null)
      setDraft((now) => unlessSame(now && { ...now, base: newBase }, value))
    },
  }
}

function unlessSame<T>(draft: Draft<T> | null, saved: T): Draft<T> | null {
  return draft && isSameJson(draft.value, saved) ? null : draft
}

/** Keeps the draft after a moment without changes, and before the page goes. */
function useStored<T>(of: DraftOf, draft: Draft<T> | null): void {
  const latest = useRef<() => void>(() => undefined)
  const [owner] = useState(knownUserId)
  const { projectId, kind, id } = of
  useEffect(() => {
    let isStored = false
    const keep = (): void => {
      // Another user may have signed in over the page meanwhile.
      if (!isStored && knownUserId() === owner) keepDraft({ projectId, kind, id }, draft)
      isStored = true
    }
    latest.current = keep
    const timer = setTimeout(keep, draft ? REST_MS : 0)
    return () => clearTimeout(timer)
  }, [projectId, kind, id, draft, owner])
  useEffect(() => {
    const keep = (): void => latest.current()
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [])
}
