import { useState, type FormEvent } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useIsDisabledProject } from '../../../session/project.js'
import { CodeEditor } from '../../../shared/code-editor/code-editor.js'
import { ContactPicker } from '../../../shared/contact-picker.js'
import { wordsFor } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { useEditorContext } from './editor-context.js'
import { readContext } from './read-context.js'
import { dialogWords } from './dialog-words.js'
import { FaultText } from '../../../ui/fault-text.js'

/** Starts one execution of the published version, and leads to it. */
export function TryDialog({ isChanged, onClose }: { isChanged: boolean; onClose: () => void }) {
  const { workflow } = useEditorContext()
  const isRefused = useIsDisabledProject()
  const { contactId, setContactId, text, setText, faults, message, isBusy, onSubmit } = useTrial(onClose)
  return (
    <Dialog isOpen onClose={onClose} title={dialogWords.trying.title} text={dialogWords.trying.text}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit}>
        {!workflow.enabled && <p className="text-warn">{dialogWords.trying.disabled}</p>}
        {isRefused && <p className="text-warn">{t.shell.refusedWhileDisabled}</p>}
        {isChanged && <p className="text-warn">{dialogWords.trying.unpublished}</p>}
        <ContactPicker
          label={dialogWords.trying.contact}
          fault={faults.contactId}
          value={contactId}
          onChange={setContactId}
        />
        <div>
          <p className="mb-1 font-medium">{dialogWords.trying.data}</p>
          <CodeEditor label={dialogWords.trying.data} language="json" value={text} onChange={setText} />
          <p className={faults.context ? 'mt-1 text-small text-bad' : 'mt-1 text-small text-muted'}>
            {faults.context ?? dialogWords.trying.dataHint}
          </p>
        </div>
        <FaultText text={message} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={!workflow.enabled || isRefused}>
            {dialogWords.trying.start}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useTrial(onClose: () => void) {
  const { workflow } = useEditorContext()
  const navigate = useNavigate()
  const [contactId, setContactId] = useState<string | null>(null)
  const [text, setText] = useState('{}')
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [faults, setFaults] = useState<{ contactId?: string; context?: string }>({})
  const start = async (): Promise<void> => {
    const context = readContext(text)
    setMessage(null)
    setFaults({
      ...(contactId === null ? { contactId: dialogWords.trying.noContact } : {}),
      ...(context === null ? { context: dialogWords.trying.notJson } : {}),
    })
    if (contactId === null || context === null) return
    const { projectId, id } = workflow
    setBusy(true)
    try {
      const body = { contactId, context }
      const execution = await call('POST /workflows/:id/executions', { projectId, params: { id }, body })
      onClose()
      await navigate({
        to: '/p/$projectId/workflows/$workflowId/executions/$executionId',
        params: { projectId, workflowId: id, executionId: execution.id },
      })
    } catch (error) {
      setMessage(wordsFor(error).message)
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void start()
  }
  return { contactId, setContactId, text, setText, faults, message, isBusy, onSubmit }
}
