import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../api/client.js'
import { t } from '../../../../messages/index.js'
import { useProjectId } from '../../../../session/project.js'
import { readObject } from '../../../../shared/json-text.js'
import { ActionDialog } from './action-dialog.js'
import { JsonField } from './json-field.js'
import { WorkflowPicker } from './workflow-picker.js'

/** Starts a workflow for a contact, and leads to its execution. */
export function StartDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const [workflowId, setWorkflowId] = useState<string | null>(null)
  const [json, setJson] = useState('')
  const context = readObject(json)
  const start = async (): Promise<void> => {
    if (workflowId === null) return
    const body = { contactId, ...(context === null ? {} : { context }) }
    const { id: executionId } = await call('POST /workflows/:id/executions', {
      projectId,
      params: { id: workflowId },
      body,
    })
    await navigate({
      to: '/p/$projectId/workflows/$workflowId/executions/$executionId',
      params: { projectId, workflowId, executionId },
    })
  }
  return (
    <ActionDialog
      title={t.contacts.start}
      text={t.contacts.startText}
      action={t.contacts.start}
      isIncomplete={workflowId === null || context === null}
      onClose={onClose}
      onAction={start}
    >
      <WorkflowPicker value={workflowId} onChange={setWorkflowId} />
      <JsonField label={t.contacts.context} hint={t.contacts.contextHint} value={json} onChange={setJson} />
    </ActionDialog>
  )
}
