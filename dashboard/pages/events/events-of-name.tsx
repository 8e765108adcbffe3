import { useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Trash2, Zap } from 'lucide-react'
import { isReservedEvent } from '../../../models/domain/event-names.js'
import type { Answer } from '../../api/client.js'
import { read, readPages } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { EventDrawer } from '../../shared/event-drawer.js'
import { Moment } from '../../shared/moment.js'
import { PagedList } from '../../shared/paged-list.js'
import { useProjectId } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { EmptyState } from '../../ui/empty-state.js'
import { TextLink } from '../../ui/link.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { DeleteEvents } from './delete-events.js'
import { EventUsage } from './event-usage.js'

const PAGE = 100

type Row = Answer<'GET /events'>['data'][number]

const route = getRouteApi('/p/$projectId/events')

const COLUMNS: readonly Column<Row>[] = [
  { id: 'at', head: t.events.columns.at, cell: (row) => <EventLink row={row} />, width: 'wide:w-44' },
  { id: 'data', head: t.events.columns.data, cell: ({ data }) => <Data data={data} />, isWide: true },
  {
    id: 'contact',
    head: t.events.columns.contact,
    cell: (row) => <ContactOf row={row} />,
    width: 'w-44',
  },
]

/** The events of one name: where the name is used, and each event as JSON. */
export function EventsOfName({ name }: { name: string }) {
  const projectId = useProjectId()
  const { event: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const query = useInfiniteQuery(readPages('GET /events', { projectId, query: { eventName: name, limit: PAGE } }))
  const usage = useQuery(read('GET /events/:eventName/usage', { projectId, params: { eventName: name } }))
  const opened = query.data?.pages.flatMap(({ data }) => data).find(({ id }) => id === openId)
  const isOfService = isReservedEvent(name)
  return (
    <>
      <PageHeader title={name} note={isOfService ? t.events.serviceNote : undefined}>
        <TextLink to="/p/$projectId/events" params={{ projectId }} search={{}}>
          {t.events.all}
        </TextLink>
        {!isOfService && (
          <Button variant="danger" icon={Trash2} onClick={() => setDeleting(true)}>
            {t.events.remove}
          </Button>
        )}
      </PageHeader>
      <EventUsage usage={usage} />
      <Panel>
        <PagedList
          query={query}
          empty={<EmptyState icon={Zap} sketch="timeline" title={t.events.noneOfName} text={t.events.noneOfNameText} />}
        >
          {(rows, isStale) => (
            <DataTable
              label={t.events.listOf(name)}
              columns={COLUMNS}
              rows={rows}
              idOf={({ id }) => id}
              isStale={isStale}
              secondLine={({ data }) => <Data data={data} />}
            />
          )}
        </PagedList>
      </Panel>
      <EventDrawer
        id={openId}
        listed={opened && { name, data: opened.data, at: opened.createdAt, contactId: opened.contactId }}
        onClose={() => void navigate({ search: { name }, replace: true, resetScroll: false })}
      />
      <DeleteEvents name={name} usage={usage.data} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

function EventLink({ row: { id, createdAt } }: { row: Row }) {
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, event: id })}
      resetScroll={false}
      className="font-medium underline-offset-2 hover:underline"
    >
      <Moment at={createdAt} />
    </Link>
  )
}

function Data({ data }: { data: Row['data'] }) {
  return <span className="font-mono text-mono text-muted">{JSON.stringify(data)}</span>
}

function ContactOf({ row: { contactId } }: { row: Row }) {
  const projectId = useProjectId()
  if (contactId === null) return <span className="text-muted">{t.events.withoutContact}</span>
  return (
    <TextLink to="/p/$projectId/contacts/$contactId" params={{ projectId, contactId }}>
      {t.events.openContact}
    </TextLink>
  )
}
