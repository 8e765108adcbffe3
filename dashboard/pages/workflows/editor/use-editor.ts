import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { Answer } from '../../../api/client.js'
import { readDraft, type DraftOf } from '../../../session/drafts.js'
import type { Draft } from '../../../shared/workflow-draft/draft.js'
import type { Edit, EditorAction } from '../../../shared/workflow-draft/edit.js'
import { editorReducer, openEditor, type EditorState, type Outer } from '../../../shared/workflow-draft/editor-state.js'
import { isSame } from '../../../shared/workflow-draft/is-same.js'
import { baseOf, draftKey, writeStored, type StoredDraft } from './stored-draft.js'

const REST_MS = 300

/** An editor of a workflow, and what the page does with it. */
export interface Editor {
  state: EditorState
  draft: Draft
  isChanged: boolean
  /** When the browser kept the changes with which the page was opened; null where it had none. */
  restoredAt: string | null
  dispatch: (action: EditorAction | Outer) => void
  /** Makes an edit; `typing` names the field that is being typed into. */
  edit: (edit: Edit, typing?: string) => void
  /** Goes back to the version that the changes began from; undo brings the changes back. */
  discard: () => void
}

/**
 * Edits a workflow, and keeps the draft in the browser until it is published. A stored draft keeps the version that it
 * began from, so that a newer one is noticed. `step` is selected at first.
 */
export function useEditor(workflow: Answer<'GET /workflows/:id'>, step: string | undefined): Editor {
  const [key] = useState(() => draftKey(workflow))
  const [stored] = useState(() => readDraft<StoredDraft>(key))
  const [restoredAt, setRestoredAt] = useState(stored?.storedAt ?? null)
  const [state, dispatch] = useReducer(editorReducer, undefined, () => opened(workflow, stored?.value ?? null, step))
  const draft = state.history.present
  const { base } = state
  const isChanged = !isSame(draft, base.draft)
  useStored(key, isChanged ? { draft, base } : null)
  const edit = useCallback((edit: Edit, typing?: string): void => {
    dispatch({ type: 'edit', edit, at: Date.now(), ...(typing === undefined ? {} : { typing }) })
  }, [])
  const discard = useCallback((): void => {
    setRestoredAt(null)
    edit({ type: 'replace', draft: base.draft })
  }, [base, edit])
  return { state, draft, isChanged, restoredAt: isChanged ? restoredAt : null, dispatch, edit, discard }
}

function opened(
  workflow: Answer<'GET /workflows/:id'>,
  stored: StoredDraft | null,
  step: string | undefined,
): EditorState {
  const base = stored?.base ?? baseOf(workflow)
  const first = openEditor(base, stored?.before ?? stored?.draft)
  const replaced: EditorAction | null = stored?.before
    ? { type: 'edit', edit: { type: 'replace', draft: stored.draft }, at: 0 }
    : null
  const last = replaced ? editorReducer(first, replaced) : first
  return editorReducer(last, { type: 'select', stepIds: step === undefined ? [] : [step] })
}

/** Keeps the draft after a moment without changes, and before the page goes. */
function useStored(key: DraftOf, stored: StoredDraft | null): void {
  const { draft, base } = stored ?? {}
  const latest = useRef<() => void>(() => undefined)
  useEffect(() => {
    let isStored = false
    const keep = (): void => {
      if (!isStored) writeStored(key, draft && base ? { draft, base } : null)
      isStored = true
    }
    latest.current = keep
    const timer = setTimeout(keep, REST_MS)
    return () => clearTimeout(timer)
  }, [key, draft, base])
  useEffect(() => {
    const keep = (): void => latest.current()
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [])
}
