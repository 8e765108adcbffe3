import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { eventCommand } from '../../shared/commands-to-copy.js'
import { PagedList } from '../../shared/paged-list.js'
import { askForKeys } from '../../session/keys.js'
import { useProjectId } from '../../session/project.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import { CopyField } from '../../ui/copy-field.js'
import { EmptyState } from '../../ui/empty-state.js'
import { PageHeader, Panel } from '../../ui/panel.js'
import { ContactFilterBar } from './contact-filter-bar.js'
import { ContactTable } from './contact-table.js'
import { conditionFault } from './condition-fault.js'
import { isFiltered } from './filters.js'
import { useContacts } from './use-contacts.js'

const route = getRouteApi('/p/$projectId/contacts')

/** The contacts of the project. */
export function ContactListPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const fault = conditionFault(filters.where)
  const { query, total, isCapped } = useContacts(filters, fault === null)
  const number = total === undefined ? '' : formatNumber(total)
  return (
    <>
      <PageHeader
        title={t.contacts.title}
        note={total === undefined ? '\u00a0' : isCapped ? t.contacts.moreThan(number) : t.common.rows(total, number)}
      />
      <ContactFilterBar filters={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
      {fault === null ? (
        <Panel>
          <PagedList
            query={query}
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
          >
            {(rows, isStale) => <ContactTable rows={rows} isStale={isStale} />}
          </PagedList>
        </Panel>
      ) : (
        <Banner
          kind="bad"
          title={t.contacts.badCondition}
          action={<Button onClick={() => void navigate({ search: {} })}>{t.common.clearFilters}</Button>}
        >
          {fault}
        </Banner>
      )}
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
