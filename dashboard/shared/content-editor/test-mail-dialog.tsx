import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useIsDisabledProject, useProjectId } from '../../session/project.js'
import { meQuery } from '../../session/user.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { TextLink } from '../../ui/link.js'
import { useSubmit } from '../use-submit.js'
import { shownIn, type MessageDraft, type ShownTo } from './message-draft.js'
import { testOf } from './test-of.js'

/** The draft that is sent, and how it is shown. */
export interface TestMailDialogProps {
  onClose: () => void
  draft: MessageDraft
  /** The language that is written. */
  language?: string | null
  shownTo: ShownTo
  /** Called when a test of this draft was accepted for sending. */
  onSent?: () => void
}

/** Sends a draft, as it is now, to a member of the project. */
export function TestMailDialog({ onClose, ...rest }: TestMailDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t.content.testTitle} text={t.content.testText}>
      {rest.draft.from ? <Form {...rest} onClose={onClose} /> : <p>{t.content.noSenderYet}</p>}
    </Dialog>
  )
}

type Sent = { email: string; to: string }

function Form({ draft, language = null, shownTo, onClose, onSent }: TestMailDialogProps) {
  const projectId = useProjectId()
  const members = useMembers(projectId)
  const isRefused = useIsDisabledProject()
  const [sent, setSent] = useState<Sent | null>(null)
  const submission = useSubmit(async ({ to = '' }) => {
    setSent(null)
    const body = testOf(shownIn(draft, language), { ...shownTo, language: language ?? shownTo.language ?? null }, to)
    setSent(await call('POST /preview/send', { projectId, body }))
    onSent?.()
  })
  const { isBusy, errors, message, onSubmit } = submission
  const others = Object.entries(errors).filter(([field]) => field !== 'to')
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t.content.testTo} error={errors['to']}>
        {(ids) => <Select {...ids} name="to" options={members} />}
      </Field>
      <p className="text-muted">
        {shownTo.contactId ? t.content.testAsContact : shownTo.data ? t.content.testAsSample : t.content.testAsMember}
      </p>
      {isRefused && <p className="text-warn">{t.shell.refusedWhileDisabled}</p>}
      {message !== null && (
        <p role="alert" className="text-bad">
          {[message, ...others.map(([, error]) => error)].join(' ')}
        </p>
      )}
      <p role="status">{sent && <SentNote sent={sent} />}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t.common.close}</Button>
        <Button type="submit" variant="strong" isBusy={isBusy} disabled={isRefused}>
          {t.content.testSend}
        </Button>
      </div>
    </form>
  )
}

function SentNote({ sent: { email: emailId, to } }: { sent: Sent }) {
  const projectId = useProjectId()
  return (
    <>
      {t.content.testSent(to)}{' '}
      <TextLink to="/p/$projectId/emails/$emailId" params={{ projectId, emailId }}>
        {t.content.openTest}
      </TextLink>
    </>
  )
}

/** Oneself first, then the other members; a project's members are few. */
function useMembers(projectId: string) {
  const { data: me } = useQuery(meQuery)
  const { data } = useQuery(read('GET /projects/:id/members', { params: { id: projectId } }))
  const others = (data ?? []).filter(({ email }) => email !== me?.email)
  return [
    { value: me?.email ?? '', label: t.content.testToMe(me?.email ?? '') },
    ...others.map(({ email }) => ({ value: email, label: email })),
  ]
}
