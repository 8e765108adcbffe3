import { t } from '../../../messages/index.js'
import type { Draft, DraftError } from '../../../shared/workflow-draft/draft.js'
import { findDraftStep } from '../../../shared/workflow-draft/graph.js'

/** The texts of the editor. */
export const editorText = t.workflowEditor

/** The text of the page for an error; the message of the rule where the page has none of its own. */
export function describeDraftError(draft: Draft, { stepId, field, code, message }: DraftError): string {
  if (code !== 'required') return message
  if (field === 'name') return stepId === null ? editorText.workflowNameMissing : editorText.nameMissing
  const type = findDraftStep(draft, stepId)?.type ?? ''
  const part = field.replace(/^config\.branches\.\d+\./, 'config.')
  return editorText.missing[`${type} ${part}`] ?? message
}

/** The name of a step, or what stands for one that is gone. */
export function nameOf(draft: Draft, stepId: string | null): string {
  return findDraftStep(draft, stepId)?.name ?? editorText.goneStep
}
