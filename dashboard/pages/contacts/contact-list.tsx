import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { readPages } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { eventCommand } from '../../shared/commands-to-copy.js'
import { askForKeys } from '../../session/keys.js'
import { useProjectId } from '../../session/project.js'
import { CopyField } from '../../ui/copy-field.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { useColumnChoice } from './column-choice.js'
import { ContactFilterBar } from './contact-filter-bar.js'
import { contactQuery, isFiltered } from './filters.js'
import { ListActs } from './list-acts.js'
import { SelectableContacts } from './selectable-contacts.js'
import { filterOf } from './selection.js'

const PAGE = 100

const route = getRouteApi('/p/$projectId/contacts')

/** The contacts of the project. */
export function ContactListPage() {
  const projectId = useProjectId()
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const query = useInfiniteQuery(
    readPages('GET /contacts', { projectId, query: { ...contactQuery(filters), limit: PAGE } }),
  )
  const total = query.data?.pages[0]?.total
  const filter = filterOf(filters)
  const [choice, choose] = useColumnChoice()
  return (
    <>
      <PageHeader
        title={t.contacts.title}
        note={total === undefined ? '\u00a0' : t.common.rows(total, formatNumber(total))}
      >
        <ListActs filter={filter} isFiltered={isFiltered(filters)} choice={choice} onChoose={choose} />
      </PageHeader>
      <ContactFilterBar filters={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
      <Panel>
        <SelectableContacts
          query={query}
          total={total ?? 0}
          filter={filter}
          choice={choice}
          empty={
            <EmptyState icon={Users} title={t.contacts.empty} text={t.contacts.emptyText}>
              <FirstEvent />
            </EmptyState>
          }
          filtered={{
            isFiltered: isFiltered(filters),
            title: t.contacts.notFound,
            text: t.contacts.notFoundText,
            onClear: () => void navigate({ search: {} }),
          }}
        />
      </Panel>
    </>
  )
}

/** The call that adds a contact; the key is filled in where it is copied. */
function FirstEvent() {
  const projectId = useProjectId()
  const { origin } = window.location
  const copies = async (): Promise<string> => eventCommand(origin, (await askForKeys(projectId))?.publicKey)
  return <CopyField value={eventCommand(origin)} label={t.contacts.copyCall} copies={copies} />
}
