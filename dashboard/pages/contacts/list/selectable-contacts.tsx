import type { ReactNode } from 'react'
import { PagedList, type PagedQuery } from '../../../shared/paged-list.js'
import { BulkBar } from './bulk-bar.js'
import { ContactTable, type ContactRow } from './contact-table.js'
import { NOTHING, type filterOf } from './selection.js'
import { useSelection } from './use-selection.js'

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
  const [selection, select] = useSelection(JSON.stringify(filter))
  return (
    <div
      role="presentation"
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && target instanceof HTMLElement && !target.closest('[role=dialog]')) select(NOTHING)
      }}
    >
      <PagedList query={query} empty={empty} filtered={filtered}>
        {(rows, isStale) => (
          <>
            <BulkBar
              shown={rows.map(({ id }) => id)}
              total={total}
              {...(isCapped === undefined ? {} : { isCapped })}
              filter={filter}
              selection={selection}
              onSelect={select}
            />
            <ContactTable rows={rows} isStale={isStale} selection={selection} onSelect={select} choice={choice} />
          </>
        )}
      </PagedList>
    </div>
  )
}
