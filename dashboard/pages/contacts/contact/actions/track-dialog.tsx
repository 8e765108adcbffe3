import { useState } from 'react'
import { call } from '../../../../api/client.js'
import { t } from '../../../../messages/index.js'
import { useProjectId } from '../../../../session/project.js'
import { EventNameField } from '../../../../shared/event-name-field.js'
import { refreshContacts } from '../../../../shared/job-progress.js'
import { toast } from '../../../../ui/toast.js'
import { ActionDialog } from './action-dialog.js'
import { JsonField } from './json-field.js'
import { readObject } from '../../../../shared/json-text.js'

/** Records an event of a contact, as an application would. */
export function TrackDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const projectId = useProjectId()
  const [name, setName] = useState('')
  const [json, setJson] = useState('')
  const data = readObject(json)
  const track = async (): Promise<void> => {
    await call('POST /events/track', { projectId, body: { name: name.trim(), contactId, data } })
    refreshContacts(projectId)
    toast(t.contacts.tracked(name.trim()))
  }
  return (
    <ActionDialog
      title={t.contacts.track}
      text={t.contacts.trackText}
      action={t.contacts.track}
      isIncomplete={name.trim() === '' || data === null}
      onClose={onClose}
      onAction={track}
    >
      <EventNameField isReported label={t.contacts.eventName} value={name} onChange={setName} />
      <JsonField label={t.contacts.eventData} hint={t.contacts.eventDataHint} value={json} onChange={setJson} />
    </ActionDialog>
  )
}
