import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { FirstEvent } from '../../../shared/first-call.js'
import { useListView } from '../../../shared/views/use-list-view.js'
import { ViewBar } from '../../../shared/views/view-bar.js'
import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { PageHeader, Panel } from '../../../ui/panel.js'

import { ContactFilterBar } from './contact-filter-bar.js'
import { conditionError } from './condition-error.js'
import { isFiltered, readContactFilters } from './filters.js'
import { ListActions } from './list-actions.js'
import { SelectableContacts } from './selectable-contacts.js'
import { filterOf } from './selection.js'
import { useColumnChoice } from './use-column-choice.js'
import { useContacts } from './use-contacts.js'

const route = getRouteApi('/p/$projectId/contacts')

/** The contacts of the project. */
export function ContactListPage() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const error = conditionError(filters.where)
  const { query, total, isCapped } = useContacts(filters, error === null)
  const view = useListView({ list: 'contacts', search: filters, read: readContactFilters })
  const columns = useColumnChoice(view)
  const filter = filterOf(filters)
  const clear = (): void => void navigate({ search: {} })
  return (
    <>
      <PageHeader title={t.contacts.title} note={noteOf(total, isCapped)}>
        <ListActions
          filter={filter}
          isFiltered={isFiltered(filters)}
          choice={columns.shown}
          onChoose={columns.choose}
        />
      </PageHeader>
      <ViewBar of={view} columns={columns} />
      <ContactFilterBar filters={filters} onChange={(next) => void navigate({ search: next, replace: true })} />
      {error === null ? (
        <Panel>
          <SelectableContacts
            query={query}
            total={total ?? 0}
            isCapped={isCapped}
            filter={filter}
            choice={columns.shown}
            empty={
              <EmptyState icon={Users} sketch="people" title={t.contacts.empty} text={t.contacts.emptyText}>
                <FirstEvent />
              </EmptyState>
            }
            filtered={{
              isFiltered: isFiltered(filters),
              title: t.contacts.notFound,
              text: t.contacts.notFoundText,
              onClear: clear,
            }}
          />
        </Panel>
      ) : (
        <Banner
          kind="bad"
          title={t.contacts.badCondition}
          action={<Button onClick={clear}>{t.common.clearFilters}</Button>}
        >
          {error}
        </Banner>
      )}
    </>
  )
}

function noteOf(total: number | undefined, isCapped: boolean): string {
  if (total === undefined) return '\u00A0'
  const number = formatNumber(total)
  if (isCapped && total === 0) return t.contacts.noneSoFar
  return isCapped ? t.contacts.atLeast(number) : t.common.rows(total, number)
}
