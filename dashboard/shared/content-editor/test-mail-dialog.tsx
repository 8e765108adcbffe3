import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useIsDisabledProject, useProjectId } from '../../session/project.js'
import { meQuery } from '../../session/user.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { ErrorText } from '../../ui/error-text.js'
import { TextLink } from '../../ui/link.js'
import { useSubmit } from '../use-submit.js'
import { shownIn, type MessageDraft, type ShownTo } from './message-draft.js'
import { testOf } from './test-of.js'
import { TestReceivers } from './test-receivers.js'

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

/** Sends a draft, as it is now, to members of the project and confirmed addresses. */
export function TestMailDialog({ onClose, ...rest }: TestMailDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t.content.testTitle} text={t.content.testText}>
      {rest.draft.from ? <Form {...rest} onClose={onClose} /> : <p>{t.content.noSenderYet}</p>}
    </Dialog>
  )
}

type Sent = Answer<'POST /preview/send'>['emails']

function Form({ draft, language = null, shownTo, onClose, onSent }: TestMailDialogProps) {
  const projectId = useProjectId()
  const isRefused = useIsDisabledProject()
  const { data: me } = useQuery(meQuery)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [sent, setSent] = useState<Sent>([])
  const submission = useSubmit(async () => {
    setSent([])
    const to = chosen ?? (me ? [me.email] : [])
    const body = testOf(shownIn(draft, language), { ...shownTo, language: language ?? shownTo.language ?? null }, to)
    setSent((await call('POST /preview/send', { projectId, body })).emails)
    onSent?.()
  })
  const { isBusy, message, onSubmit } = submission
  const isNobody = chosen?.length === 0
  return (
    <div className="flex flex-col gap-4">
      <TestReceivers chosen={chosen} onChange={setChosen} />
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <p className="text-muted">
          {shownTo.contactId ? t.content.testAsContact : shownTo.data ? t.content.testAsSample : t.content.testAsMember}
        </p>
        {isRefused && <p className="text-warn">{t.shell.refusedWhileDisabled}</p>}
        {isNobody && <p className="text-muted">{t.testAddresses.nobody}</p>}
        <ErrorText text={message} />
        <div role="status">
          {sent.map((one) => (
            <SentNote key={one.email} sent={one} />
          ))}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.close}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={isRefused || isNobody}>
            {t.content.testSend}
          </Button>
        </div>
      </form>
    </div>
  )
}

function SentNote({ sent: { email: emailId, to } }: { sent: Sent[number] }) {
  const projectId = useProjectId()
  return (
    <p>
      {t.content.testSent(to)}{' '}
      <TextLink to="/p/$projectId/emails/$emailId" params={{ projectId, emailId }}>
        {t.content.openTest}
      </TextLink>
    </p>
  )
}
