import { useState } from 'react'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Combobox } from '../../../ui/combobox.js'
import { toast } from '../../../ui/toast.js'
import { ActDialog } from './act-dialog.js'

const MOST = 20

/** Sends a template to the user, filled in for a contact. */
export function TestDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const projectId = useProjectId()
  const [templateId, setTemplateId] = useState('')
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const load = async (search: string, signal: AbortSignal) => {
    const query = { pageSize: MOST, sort: 'updatedAt', dir: 'desc', ...(search === '' ? {} : { search }) } as const
    const { data } = await call('GET /templates', { projectId, query }, { signal })
    setNames((last) => ({ ...last, ...Object.fromEntries(data.map(({ id, name }) => [id, name])) }))
    return data.map(({ id, name, subject }) => ({ value: id, label: name, hint: subject }))
  }
  const send = async (): Promise<void> => {
    const template = await call('GET /templates/:id', { projectId, params: { id: templateId } })
    const { subject, body, translations, type, from, fromName, replyTo } = template
    const draft = { contactId, subject, body, translations, type, from, fromName, replyTo }
    const { to } = await call('POST /preview/send', { projectId, body: draft })
    toast(t.contacts.testSent(to))
  }
  return (
    <ActDialog
      title={t.contacts.test}
      text={t.contacts.testText}
      act={t.contacts.test}
      isIncomplete={templateId === ''}
      onClose={onClose}
      onAct={send}
    >
      <Combobox
        label={t.contacts.template}
        value={templateId}
        shownAs={names[templateId]}
        load={load}
        onChange={setTemplateId}
      />
    </ActDialog>
  )
}
