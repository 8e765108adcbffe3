import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useProject } from '../../session/project.js'
import { FormFoot } from '../../shared/form-foot.js'
import { useSubmit } from '../../shared/use-submit.js'
import { Dialog } from '../../ui/dialog.js'
import { newWorkflowOf, type WorkflowForm } from './new-workflow.js'
import { NewWorkflowFields } from './new-workflow-fields.js'

const EMPTY: WorkflowForm = { name: '', trigger: 'EVENT', eventName: '', cron: '0 9 * * *' }

/** Makes a disabled workflow with its trigger, and opens its editor. */
export function NewWorkflowDialog({ onClose }: { onClose: () => void }) {
  const { id: projectId, timezone } = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [form, setForm] = useState<WorkflowForm>(EMPTY)
  const made = useRef<string>(null)
  const submission = useSubmit(async () => {
    const { trigger: triggerType } = form
    const body = newWorkflowOf(form, timezone)
    const earlier = made.current
    const id = earlier ?? (await call('POST /workflows', { projectId, body }).catch(atFields)).id
    // Where only the second call fails, the next attempt changes the workflow that was made.
    made.current = id
    if (earlier !== null || triggerType !== 'EVENT') {
      await call('PATCH /workflows/:id', { projectId, params: { id }, body: { ...body, triggerType } }).catch(atFields)
    }
    await client.invalidateQueries({ queryKey: [projectId, 'GET /workflows'] })
    await navigate({ to: '/p/$projectId/workflows/$workflowId', params: { projectId, workflowId: id } })
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.workflows.create} text={t.workflows.createText}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <NewWorkflowFields form={form} timezone={timezone} errors={submission.errors} onChange={setForm} />
        <FormFoot submission={submission} submit={t.workflows.createAndOpen} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Names the fields of the trigger as the form does. */
function atFields(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { code, status, message, requestId, details, suggestion, retryAfterMs } = error
  const errors = error.errors.map((one) => ({ ...one, field: one.field.replace(/^triggerConfig\./, '') }))
  throw new ApiError({ code, status, message, requestId, details, suggestion, retryAfterMs, errors })
}
