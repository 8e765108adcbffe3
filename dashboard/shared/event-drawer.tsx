import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.js'
import { ID } from '../commands/entry.js'
import { useProjectId } from '../session/project.js'
import { t } from '../messages/index.js'
import { DefinitionList } from '../ui/definition-list.js'
import { Dialog } from '../ui/dialog.js'
import { JsonView } from '../ui/json-view.js'
import { TextLink } from '../ui/link.js'
import { SkeletonRows } from '../ui/skeleton.js'
import { Failure } from './failure.js'
import { ExactMoment } from './moment.js'

/** An event to look at. */
export interface ShownEvent {
  name: string
  data: unknown
  at: string
  contactId: string | null
  contactEmail?: string | null
}

interface EventDrawerProps {
  /** The id of the event that the address names; nothing is open without one. */
  id: string | undefined
  /** The event where the list on the page has it; else it is read by itself. */
  listed: ShownEvent | undefined
  onClose: () => void
}

/** One event with its data. */
export function EventDrawer({ id, listed, onClose }: EventDrawerProps) {
  const projectId = useProjectId()
  const isId = ID.test(id ?? '')
  const query = useQuery({
    ...read('GET /events', { projectId, query: { id: id ?? '', limit: 1 } }),
    enabled: isId && listed === undefined,
  })
  const [found] = query.data?.data ?? []
  const event = listed ?? (found && { ...found, at: found.createdAt })
  const isGone = !event && (query.data !== undefined || !isId)
  return (
    <Dialog
      isOpen={id !== undefined}
      onClose={onClose}
      title={event?.name ?? (isGone ? t.events.gone : t.events.one)}
      at="drawer"
    >
      {event ? (
        <Details event={event} />
      ) : isGone ? (
        <p className="text-muted">{t.events.goneText}</p>
      ) : query.error ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

function Details({ event }: { event: ShownEvent }) {
  const projectId = useProjectId()
  return (
    <div className="flex flex-col gap-4">
      <DefinitionList
        items={[
          [t.events.at, <ExactMoment key="at" at={event.at} />],
          [t.events.contact, event.contactId === null ? null : <ContactLink key="contact" event={event} />],
        ]}
      />
      <TextLink to="/p/$projectId/events" params={{ projectId }} search={{ name: event.name }}>
        {t.events.allOfName}
      </TextLink>
      <div>
        <h3 className="mb-1 font-medium">{t.events.data}</h3>
        <JsonView label={t.events.data} value={event.data} />
      </div>
    </div>
  )
}

function ContactLink({ event: { contactId, contactEmail } }: { event: ShownEvent }) {
  const projectId = useProjectId()
  return (
    <TextLink to="/p/$projectId/contacts/$contactId" params={{ projectId, contactId: contactId ?? '' }}>
      {contactEmail ?? t.events.openContact}
    </TextLink>
  )
}
