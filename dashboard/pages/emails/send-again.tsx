import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, type Answer } from '../../api/client.js'
import { queryClient, read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useIsDisabledProject, useProjectId } from '../../session/project.js'
import { describeError } from '../../shared/failure.js'
import { Button } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { toast } from '../../ui/toast.js'
import { OtherEmail } from './other-email.js'
import { findRefusal } from './send-again-refusal.js'

/** Sends an email that was not delivered again, after a confirmation; says why where that is impossible. */
export function SendAgain({
  email,
  contact,
}: {
  email: Answer<'GET /emails/:id'>
  contact: Answer<'GET /contacts/:id'>
}) {
  const projectId = useProjectId()
  const isDisabled = useIsDisabledProject()
  const [isAsking, setAsking] = useState(false)
  const { data: content, error } = useQuery(read('GET /emails/:id/content', { projectId, params: { id: email.id } }))
  const refusal = findRefusal(email, { contact, content, error, isDisabled })
  if (refusal !== null) {
    return (
      <p className="mt-2">
        {refusal} {email.sentAgainAs !== null && <OtherEmail emailId={email.sentAgainAs} label={t.emails.openNew} />}
      </p>
    )
  }
  if (!content) return null
  return (
    <div className="mt-2">
      <Button onClick={() => setAsking(true)}>{t.emails.sendAgain}</Button>
      {isAsking && <Confirmation email={email} subject={content.subject} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Confirmation({
  email: { id, to },
  subject,
  onClose,
}: {
  email: Answer<'GET /emails/:id'>
  /** As the recipient sees it. */
  subject: string
  onClose: () => void
}) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const send = async (): Promise<void> => {
    const { id: emailId } = await call('POST /emails/:id/send-again', { projectId, params: { id } })
    toast(t.emails.queuedAgain)
    const { queryKey } = read('GET /emails/:id', { projectId, params: { id } })
    void queryClient.invalidateQueries({ queryKey })
    await navigate({ to: '/p/$projectId/emails/$emailId', params: { projectId, emailId } })
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous={false}
      onClose={onClose}
      title={t.emails.sendAgainOne(to ?? '')}
      text={t.emails.sendAgainText(subject || t.emails.noSubject)}
      action={t.emails.sendAgain}
      onConfirm={send}
      describeError={describeError}
    />
  )
}
