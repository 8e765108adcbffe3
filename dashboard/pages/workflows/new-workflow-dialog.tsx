import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.js'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useProject } from '../../session/project.js'
import { refreshTemplates } from '../templates/template-cache.js'
import { FormFoot } from '../../shared/form-foot.js'
import { SenderField } from '../../shared/sender-field/sender-field.js'
import { useNewSender } from '../../shared/sender-field/use-new-sender.js'
import { StarterLanguage } from '../../shared/start-gallery/starter-language.js'
import { useSubmit } from '../../shared/use-submit.js'
import { Dialog } from '../../ui/dialog.js'
import { newWorkflowOf, workflowStartersQuery, type WorkflowForm } from './new-workflow.js'
import { NewWorkflowFields } from './new-workflow-fields.js'
import { StarterChoice } from './starter-choice.js'

const EMPTY = { starter: null, name: null, trigger: 'EVENT', eventName: '', cron: '0 9 * * *' } as const

/** Makes a disabled workflow with its trigger, and opens its editor. */
export function NewWorkflowDialog({ onClose }: { onClose: () => void }) {
  const { id: projectId, timezone, language } = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [form, setForm] = useState<WorkflowForm>({ ...EMPTY, language })
  const { from, setFrom, fromName } = useNewSender(projectId)
  const { data: starters } = useQuery(workflowStartersQuery(projectId, form.language))
  const name = form.name ?? starters?.find(({ id }) => id === form.starter)?.name ?? ''
  const made = useRef<string>(null)
  const submission = useSubmit(async () => {
    const { trigger: triggerType, starter, language } = form
    const body = newWorkflowOf({ ...form, name }, timezone)
    const begin = starter === null ? body : { ...body, starter, language, from, fromName }
    const earlier = made.current
    const id = earlier ?? (await call('POST /workflows', { projectId, body: begin }).catch(atFields)).id
    // Where only the second call fails, the next attempt changes the workflow that was made.
    made.current = id
    if (earlier !== null || triggerType !== 'EVENT') {
      await call('PATCH /workflows/:id', { projectId, params: { id }, body: { ...body, triggerType } }).catch(atFields)
    }
    if (starter !== null) await refreshTemplates(projectId)
    await client.invalidateQueries({ queryKey: [projectId, 'GET /workflows'] })
    await navigate({ to: '/p/$projectId/workflows/$workflowId', params: { projectId, workflowId: id } })
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.workflows.create} text={t.workflows.createText} at="drawer">
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <StarterChoice starters={starters} form={form} onChange={setForm} />
        {form.starter !== null && (
          // The language of a project may have no texts.
          <StarterLanguage
            value={starters?.[0]?.language ?? form.language}
            onChange={(chosen) => setForm({ ...form, language: chosen })}
          />
        )}
        <NewWorkflowFields form={form} name={name} timezone={timezone} errors={submission.errors} onChange={setForm} />
        {form.starter !== null && <SenderField value={from} onChange={setFrom} error={submission.errors['from']} />}
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
