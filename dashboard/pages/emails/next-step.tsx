import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import type { Reason } from '../../messages/en/reasons.js'
import { useProjectId } from '../../session/project.js'
import { LiftDialog } from '../../shared/lift-dialog.js'
import { Button } from '../../ui/button.js'
import { TextLink } from '../../ui/link.js'

type Email = Answer<'GET /emails/:id'>

/** The next step after the failure of an email. */
export function NextStep({ email, reason: { next } }: { email: Email; reason: Reason }) {
  const projectId = useProjectId()
  const label = t.reasons.next[next]
  switch (next) {
    case 'lift':
      return <Lift email={email} />
    case 'domains':
      return (
        <TextLink to="/p/$projectId/domains" params={{ projectId }}>
          {label}
        </TextLink>
      )
    case 'contacts':
      return (
        <TextLink to="/p/$projectId/contacts" params={{ projectId }}>
          {label}
        </TextLink>
      )
    case 'reputation':
      return (
        <TextLink to="/p/$projectId/settings/$part" params={{ projectId, part: 'security' }}>
          {label}
        </TextLink>
      )
    case 'contact':
      return <ContactOf email={email} />
    case 'content':
      return <ContentOf email={email} />
    default:
      return <OthersTo email={email} />
  }
}

/** Leads to the contact of an email; to its other emails where the contact is gone. */
export function ContactOf({ email }: { email: Email }) {
  const projectId = useProjectId()
  const { contactId } = email
  if (contactId === null) return <OthersTo email={email} />
  return (
    <TextLink to="/p/$projectId/contacts/$contactId" params={{ projectId, contactId }}>
      {t.reasons.next.contact}
    </TextLink>
  )
}

/** Leads to where the content of an email is written. */
function ContentOf({ email }: { email: Email }) {
  const projectId = useProjectId()
  const { templateId, campaignId } = email
  if (templateId !== null) {
    return (
      <TextLink to="/p/$projectId/templates/$templateId" params={{ projectId, templateId }}>
        {t.reasons.next.content}
      </TextLink>
    )
  }
  if (campaignId === null) return <OthersTo email={email} />
  return (
    <TextLink to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId }}>
      {t.reasons.next.content}
    </TextLink>
  )
}

/** Leads to all emails to the address of an email; to all of the project where it has none any more. */
export function OthersTo({ email: { to } }: { email: Email }) {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/emails" params={{ projectId }} search={to === null ? {} : { to }}>
      {to === null ? t.reasons.next.emails : t.reasons.next.others}
    </TextLink>
  )
}

/** Lifts the suppression of the address, after a warning; leads to the other emails where there is none. */
function Lift({ email }: { email: Email }) {
  const projectId = useProjectId()
  const [isAsking, setAsking] = useState(false)
  const { data: contact } = useQuery({
    ...read('GET /contacts/:id', { projectId, params: { id: email.contactId ?? '' } }),
    enabled: email.contactId !== null,
  })
  const suppression = contact?.suppression
  if (!contact || !suppression) return <OthersTo email={email} />
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t.suppressions.lift}</Button>
      {isAsking && (
        <LiftDialog
          suppression={{ email: contact.email, reason: suppression.reason }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
