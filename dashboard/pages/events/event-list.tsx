import { getRouteApi } from '@tanstack/react-router'
import { EventNames } from './event-names-list.js'
import { EventsOfName } from './events-of-name.js'

const route = getRouteApi('/p/$projectId/events')

/** The names of events; with a name in the address, the events of that name. */
export function EventListPage() {
  const { name } = route.useSearch()
  return name === undefined ? <EventNames /> : <EventsOfName key={name} name={name} />
}
