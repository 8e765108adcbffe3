import type { DraftStep } from '../../../../shared/workflow-draft/draft.js'
import { CopyField } from '../../../../ui/copy-field.js'
import { JsonView } from '../../../../ui/json-view.js'
import { useEditorContext } from '../editor-context.js'
import { stepText } from './step-text.js'
import { sampleOf, VERIFY_CODE } from './webhook-parts.js'

/** An example of the call, and how its receiver knows that it is genuine. */
export function WebhookSample({ step }: { step: DraftStep }) {
  const { draft, workflow } = useEditorContext()
  const { request, ...sample } = sampleOf(draft, workflow.id, step)
  return (
    <>
      <details>
        <summary className="min-h-6 font-medium">{stepText.webhook.sample}</summary>
        <p className="my-2 text-small text-muted">{stepText.webhook.sampleHint}</p>
        <p className="mb-2 font-mono text-mono break-all">{request}</p>
        <JsonView label={stepText.webhook.sample} value={sample} />
        <p className="mt-2 text-small text-muted">
          {stepText.webhook.answer} <code className="font-mono">{`{{ steps["${step.name}"].response }}`}</code>
        </p>
      </details>
      <details>
        <summary className="min-h-6 font-medium">{stepText.webhook.verify}</summary>
        <p className="my-2 text-small text-muted">{stepText.webhook.verifyText}</p>
        <CopyField value={VERIFY_CODE} label={stepText.webhook.copyCode} />
      </details>
    </>
  )
}
