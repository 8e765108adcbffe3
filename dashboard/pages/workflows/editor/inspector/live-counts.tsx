import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../../../messages/format.js'
import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'
import { DefinitionList } from '../../../../ui/definition-list.js'
import { useEditorContext } from '../editor-context.js'
import { editorText } from '../editor-text.js'

/** The numbers of executions at a step, now and in total, as links to them. */
export function LiveCounts({ step }: { step: DraftStep }) {
  const { counts, workflow } = useEditorContext()
  const found = counts[step.id]
  if (!found || found.waiting + found.entered + found.failed === 0) return null
  const params = { projectId: workflow.projectId, workflowId: workflow.id }
  const leading = (count: number, status?: 'FAILED') => (
    <Link
      to="/p/$projectId/workflows/$workflowId/executions"
      params={params}
      search={{ step: step.id, ...(status ? { status } : {}) }}
      className="font-medium text-accent underline-offset-2 hover:underline"
    >
      {formatNumber(count)}
    </Link>
  )
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 font-medium">{editorText.inspector.live}</h3>
      <DefinitionList
        items={[
          [editorText.inspector.waiting, found.waiting > 0 ? leading(found.waiting) : null],
          [editorText.inspector.entered, found.entered > 0 ? formatNumber(found.entered) : null],
          [editorText.inspector.failed, found.failed > 0 ? leading(found.failed, 'FAILED') : null],
        ]}
      />
    </section>
  )
}
