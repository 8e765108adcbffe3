import type { ReactNode } from 'react'
import { PagedList, type PagedQuery } from '../../../shared/paged-list.js'
import { clearByEscape } from '../../../shared/selection/clear-by-escape.js'
import { useSelection } from '../../../shared/selection/use-selection.js'
import { BulkBar } from './bulk-bar.js'
import { ContactTable, type ContactRow } from './contact-table.js'
import type { filterOf } from './selection.js'

interface SelectableContactsProps {
  query: PagedQuery<ContactRow>
  total: number
  isCapped?: boolean
  filter: ReturnType<typeof filterOf>
  choice: readonly string[]
  empty: ReactNode
  filtered: { isFiltered: boolean; title: string; text: string; onClear: () => void }
}

/** The contacts that the filters let through, of which some or all can be chosen and changed at once. */
export function SelectableContacts(props: SelectableContactsProps) {
  const { query, total, isCapped, filter, choice, empty, filtered } = props
  const shown = (query.data?.pages ?? []).flatMap(({ data }) => data.map(({ id }) => id))
  const selecting = useSelection(JSON.stringify(filter), shown)
  return (
    <div role="presentation" onKeyDown={clearByEscape(selecting)}>
      <PagedList query={query} empty={empty} filtered={filtered}>
        {(rows, isStale) => (
          <>
            <BulkBar
              shown={shown}
              total={total}
              {...(isCapped === undefined ? {} : { isCapped })}
              filter={filter}
              selecting={selecting}
            />
            <ContactTable rows={rows} isStale={isStale} selecting={selecting} choice={choice} />
          </>
        )}
      </PagedList>
    </div>
  )
}
