import { Link } from '@tanstack/react-router'
import type { Answer } from '../api/client.js'
import { useProjectId } from '../session/project.js'
import { ActivityLink } from './activity-link.js'
import { Moment } from './moment.js'

type Activity = Answer<'GET /activity'>['data'][number]

/** Activity entries, the newest first, as links to their subjects. */
export function ActivityList({
  label,
  items,
  hasContacts,
}: {
  label: string
  items: readonly Activity[]
  /** Whether each entry names its contact, which a list of one contact leaves out. */
  hasContacts?: boolean
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <li key={`${item.type} ${item.id}`} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
          <span className="min-w-0 flex-1 basis-56 break-words">
            <ActivityLink item={item} />
          </span>
          {hasContacts && <ActivityContact item={item} />}
          <span className="text-small text-muted">
            <Moment at={item.timestamp} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The contact of an entry, with the way to it. */
export function ActivityContact({ item: { contactId, contactEmail } }: { item: Activity }) {
  const projectId = useProjectId()
  if (contactId === null || contactEmail === null) return null
  return (
    <Link
      to="/p/$projectId/contacts/$contactId"
      params={{ projectId, contactId }}
      className="inline-block min-w-0 py-0.5 break-all text-muted hover:underline"
    >
      {contactEmail}
    </Link>
  )
}
