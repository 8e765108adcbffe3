import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { formatExact } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { ContactStatus } from '../../../shared/contact-status.js'
import { Failure, isMissing } from '../../../shared/failure.js'
import { Gone } from '../../../shared/gone.js'
import { ExactMoment } from '../../../shared/moment.js'
import { useProjectId } from '../../../session/project.js'
import { TextLink } from '../../../ui/link.js'
import { PageHeader } from '../../../ui/panel.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { LinkTabs } from '../../../ui/tabs.js'
import { ContactActions } from './contact-actions.js'
import { ContactFields } from './contact-fields.js'
import { CONTACT_TABS, type ContactTab } from './contact-tabs.js'
import { ContactActivity } from './contact-activity.js'
import { ContactEmails } from './contact-emails.js'
import { ContactExecutions } from './contact-executions.js'
import { ContactSegments } from './contact-segments.js'

const PARTS: Record<ContactTab, (props: { contactId: string }) => React.ReactNode> = {
  activity: ContactActivity,
  emails: ContactEmails,
  executions: ContactExecutions,
  segments: ContactSegments,
}

const route = getRouteApi('/p/$projectId/contacts/$contactId')

/** One contact: its fields, and what has happened with it. */
export function ContactPage() {
  const projectId = useProjectId()
  const { contactId } = route.useParams()
  const query = useQuery(read('GET /contacts/:id', { projectId, params: { id: contactId } }))
  const { data: contact, error } = query
  const back = (
    <TextLink to="/p/$projectId/contacts" params={{ projectId }}>
      {t.contacts.back}
    </TextLink>
  )
  if (isMissing(error)) {
    return (
      <Gone title={t.contacts.gone} text={t.contacts.goneText}>
        {back}
      </Gone>
    )
  }
  if (!contact) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />
  return (
    <>
      <PageHeader title={contact.email} note={<Status contact={contact} />}>
        <ContactActions contact={contact} />
        {back}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 max-wide:order-2">
          <ContactParts contactId={contactId} />
        </div>
        <ContactFields contact={contact} />
      </div>
    </>
  )
}

function Status({ contact }: { contact: Answer<'GET /contacts/:id'> }) {
  const { suppression, snoozedUntil } = contact
  const isSnoozed = snoozedUntil !== null && new Date(snoozedUntil) > new Date()
  return (
    <>
      <ContactStatus contact={contact} />
      {isSnoozed && <p>{t.contacts.snoozedUntil(formatExact(new Date(snoozedUntil)))}</p>}
      {suppression && <p>{t.contacts.suppressions[suppression.reason]}</p>}
      {suppression?.expiresAt && (
        <p>
          {t.suppressions.until} <ExactMoment at={suppression.expiresAt} />
        </p>
      )}
    </>
  )
}

function ContactParts({ contactId }: { contactId: string }) {
  const { tab: current = 'activity' } = route.useSearch()
  const Part = PARTS[current]
  const tabs = CONTACT_TABS.map((id) => ({
    id,
    title: t.contacts.tabs[id],
    isCurrent: id === current,
    search: id === 'activity' ? {} : { tab: id },
  }))
  return (
    <>
      <LinkTabs label={t.contacts.parts} tabs={tabs} />
      <Part contactId={contactId} />
    </>
  )
}
