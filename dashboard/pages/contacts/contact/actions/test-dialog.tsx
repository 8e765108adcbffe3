import { useState } from 'react'
import { call } from '../../../../api/client.js'
import { t } from '../../../../messages/index.js'
import { useProjectId } from '../../../../session/project.js'
import { TemplatePicker } from '../../../../shared/template-picker.js'
import { toast } from '../../../../ui/toast.js'
import { ActionDialog } from './action-dialog.js'

/** Sends a template to the user, filled in for a contact. */
export function TestDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const projectId = useProjectId()
  const [templateId, setTemplateId] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    const template = await call('GET /templates/:id', { projectId, params: { id: templateId ?? '' } })
    const { subject, body, translations, type, from, fromName, replyTo } = template
    const draft = { contactId, subject, body, translations, type, from, fromName, replyTo }
    const { to } = await call('POST /preview/send', { projectId, body: draft })
    toast(t.contacts.testSent(to))
  }
  return (
    <ActionDialog
      title={t.contacts.test}
      text={t.contacts.testText}
      action={t.contacts.test}
      isIncomplete={templateId === null}
      onClose={onClose}
      onAction={send}
    >
      <TemplatePicker value={templateId} onChange={setTemplateId} />
    </ActionDialog>
  )
}
