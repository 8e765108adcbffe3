import type { Answer } from '../../../api/client.js'
import { keepDraft, readDraft, type DraftOf } from '../../../session/drafts.js'
import type { Draft } from '../../../shared/workflow-draft/draft.js'
import type { Base } from '../../../shared/workflow-draft/editor-state.js'
import { draftOf } from '../../../shared/workflow-draft/stored.js'

type Workflow = Answer<'GET /workflows/:id'>

/** The stored draft of a workflow in this browser. */
export interface StoredDraft {
  draft: Draft
  /** The version that the changes began from. */
  base: Base
  /** The draft that `draft` has replaced, so that it can be undone. */
  before?: Draft
}

/** Whose draft it is, for the store of drafts. */
export function draftKey({ projectId, id }: Pick<Workflow, 'projectId' | 'id'>): DraftOf {
  return { projectId, kind: 'workflow', id }
}

/** The version that an answer of the API holds. */
export function baseOf(workflow: Workflow): Base {
  const { version, updatedAt } = workflow
  return { version, updatedAt, draft: draftOf(workflow) }
}

/** Keeps an older version as the draft; the trigger and the description belong to no version, and stay. */
export function restoreDraft(workflow: Workflow, old: Workflow): void {
  const key = draftKey(workflow)
  const earlier = readDraft<StoredDraft>(key)?.value
  const base = earlier?.base ?? baseOf(workflow)
  const before = earlier?.draft ?? base.draft
  const draft = { ...draftOf(old), trigger: before.trigger, description: before.description }
  writeStored(key, { draft, base, before })
}

/** Keeps a draft; null drops it. */
export function writeStored(key: DraftOf, stored: StoredDraft | null): void {
  const draft = stored && { value: stored, base: String(stored.base.version), storedAt: new Date().toISOString() }
  keepDraft(key, draft)
}
