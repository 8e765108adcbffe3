import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { formatExact } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Panel } from '../../ui/panel.js'
import { SendAgain } from './send-again.js'
import { ContactOf, OthersTo } from './next-step.js'

type Email = Answer<'GET /emails/:id'>

/** What follows for the address of an email that was not delivered: whether it is suppressed, and its other emails. */
export function WhatNow({ email }: { email: Email }) {
  const projectId = useProjectId()
  const { contactId } = email
  const { data: contact } = useQuery({
    ...read('GET /contacts/:id', { projectId, params: { id: contactId ?? '' } }),
    enabled: contactId !== null,
  })
  if (!contact || contactId === null) return null
  const { suppression } = contact
  return (
    <Panel title={t.reasons.now} isPadded>
      {suppression ? (
        <>
          <p>{t.reasons.suppressedSince(formatExact(new Date(suppression.createdAt)))}</p>
          <p className="text-muted">{t.contacts.suppressions[suppression.reason]}</p>
        </>
      ) : (
        <p>{t.reasons.notSuppressed}</p>
      )}
      <SendAgain email={email} contact={contact} />
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
        <OthersTo email={email} />
        <ContactOf email={email} />
      </p>
    </Panel>
  )
}
