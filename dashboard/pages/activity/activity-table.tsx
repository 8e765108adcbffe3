import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { ActivityLink } from '../../shared/activity-link.js'
import { ActivityContact } from '../../shared/activity-list.js'
import { activityText } from '../../shared/activity-text.js'
import { Moment } from '../../shared/moment.js'
import { DataTable, type Column } from '../../ui/data-table.js'

type Row = Answer<'GET /activity'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  { id: 'what', head: t.activity.columns.what, cell: (item) => <What item={item} /> },
  {
    id: 'contact',
    head: t.activity.columns.contact,
    cell: (item) => <ActivityContact item={item} />,
    isWide: true,
    width: 'w-72',
  },
  {
    id: 'at',
    head: t.activity.columns.at,
    cell: ({ timestamp }) => <Moment at={timestamp} />,
    isWide: true,
    width: 'w-40',
  },
]

/** The activity as a table. A row of an event opens its JSON; any other row leads to its subject. */
export function ActivityTable({ rows, isStale }: { rows: readonly Row[]; isStale: boolean }) {
  return (
    <DataTable
      label={t.activity.list}
      columns={COLUMNS}
      rows={rows}
      idOf={({ id, type }) => `${type} ${id}`}
      isStale={isStale}
      secondLine={({ contactEmail, timestamp }) => (
        <>
          {contactEmail !== null && <>{contactEmail} · </>}
          <Moment at={timestamp} />
        </>
      )}
    />
  )
}

function What({ item }: { item: Row }) {
  if (item.type !== 'event.triggered') return <ActivityLink item={item} />
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, open: item.id })}
      resetScroll={false}
      className="underline-offset-2 hover:underline"
    >
      {activityText(item)}
    </Link>
  )
}
