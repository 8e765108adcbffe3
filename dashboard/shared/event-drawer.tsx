import { useProjectId } from '../session/project.js'
import { t } from '../messages/index.js'
import { DefinitionList } from '../ui/definition-list.js'
import { Dialog } from '../ui/dialog.js'
import { JsonView } from '../ui/json-view.js'
import { TextLink } from '../ui/link.js'
import { ExactMoment } from './moment.js'

/** An event to look at. */
export interface ShownEvent {
  name: string
  data: unknown
  at: string
  contactId: string | null
  contactEmail?: string | null
}

/** One event with its data. */
export function EventDrawer({ event, onClose }: { event: ShownEvent | undefined; onClose: () => void }) {
  const projectId = useProjectId()
  return (
    <Dialog isOpen={event !== undefined} onClose={onClose} title={event?.name ?? ''} at="drawer">
      {event && (
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
      )}
    </Dialog>
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
