import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../api/client.js'
import { t } from '../../../../messages/index.js'
import { useProjectId } from '../../../../session/project.js'
import { Combobox } from '../../../../ui/combobox.js'
import { ActionDialog } from './action-dialog.js'
import { JsonField } from './json-field.js'
import { readObject } from './read-object.js'

const MOST = 20

/** Starts a workflow for a contact, and leads to its execution. */
export function StartDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const [workflowId, setWorkflowId] = useState('')
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [json, setJson] = useState('')
  const context = readObject(json)
  const load = async (search: string, signal: AbortSignal) => {
    const query = { pageSize: MOST, ...(search === '' ? {} : { search }) }
    const { data } = await call('GET /workflows', { projectId, query }, { signal })
    setNames((last) => ({ ...last, ...Object.fromEntries(data.map(({ id, name }) => [id, name])) }))
    return data.map(({ id, name, enabled }) => ({
      value: id,
      label: name,
      hint: enabled ? undefined : t.contacts.workflowOff,
    }))
  }
  const start = async (): Promise<void> => {
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
      isIncomplete={workflowId === '' || context === null}
      onClose={onClose}
      onAction={start}
    >
      <Combobox
        label={t.contacts.workflow}
        value={workflowId}
        shownAs={names[workflowId]}
        load={load}
        onChange={setWorkflowId}
      />
      <JsonField label={t.contacts.context} hint={t.contacts.contextHint} value={json} onChange={setJson} />
    </ActionDialog>
  )
}
