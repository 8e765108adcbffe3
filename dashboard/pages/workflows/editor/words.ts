import { t } from '../../../messages/index.js'
import type { Draft, DraftFault } from '../../../shared/workflow-draft/draft.js'
import { findDraftStep } from '../../../shared/workflow-draft/graph.js'

/** The texts of the editor. */
export const words = t.workflowEditor

/** A fault in the words of the page; the message of the rule where the page has none of its own. */
export function faultText(draft: Draft, { stepId, field, code, message }: DraftFault): string {
  if (code !== 'required') return message
  if (field === 'name') return stepId === null ? words.workflowNameMissing : words.nameMissing
  const type = findDraftStep(draft, stepId)?.type ?? ''
  const part = field.replace(/^config\.branches\.\d+\./, 'config.')
  return words.missing[`${type} ${part}`] ?? message
}

/** The name of a step, or what stands for one that is gone. */
export function nameOf(draft: Draft, stepId: string | null): string {
  return findDraftStep(draft, stepId)?.name ?? words.goneStep
}
