import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2, Users } from 'lucide-react'
import { read } from '../../api/query.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { Moment } from '../../shared/moment.js'
import { useProjectId } from '../../session/project.js'
import { Button, IconButton } from '../../ui/button.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { Menu } from '../../ui/menu.js'
import { Skeleton } from '../../ui/skeleton.js'
import { DeleteSegment } from './delete-segment.js'
import type { Segment } from './filters.js'
import { useDuplicate } from './use-duplicate.js'
import { usageText } from './used-by.js'

// Each row asks for its uses.
const SHOWN = 50
const STALE_MS = 60_000

const { columns } = t.segments
const COLUMNS: readonly Column<Segment>[] = [
  nameColumn('segment', columns.name),
  { id: 'type', head: columns.type, cell: ({ type }) => t.segments.types[type], isWide: true, width: 'w-32' },
  {
    id: 'members',
    head: columns.members,
    cell: ({ memberCount, exact }) => (exact ? formatNumber(memberCount) : t.segments.counting),
    isNumber: true,
    width: 'w-24',
  },
  { id: 'usedBy', head: columns.usedBy, cell: ({ id }) => <UsageCell segmentId={id} />, isWide: true, width: 'w-56' },
  {
    id: 'changed',
    head: columns.changed,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    isWide: true,
    width: 'w-36',
  },
]

/** Segments in rows, each with a link to its page and its actions. */
export function SegmentTable({ rows }: { rows: readonly Segment[] }) {
  const [most, setMost] = useState(SHOWN)
  const [leaving, setLeaving] = useState<Segment | null>(null)
  const actions: Column<Segment> = {
    id: 'actions',
    head: '',
    cell: (segment) => <Actions segment={segment} onDelete={() => setLeaving(segment)} />,
    width: 'w-14',
  }
  return (
    <>
      <DataTable
        label={t.segments.list}
        columns={[...COLUMNS, actions]}
        rows={rows.slice(0, most)}
        idOf={({ id }) => id}
        secondLine={({ type }) => t.segments.types[type]}
      />
      {rows.length > most && (
        <div className="flex justify-center p-3">
          <Button onClick={() => setMost(most + SHOWN)}>{t.common.more}</Button>
        </div>
      )}
      {leaving && <DeleteSegment segment={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function UsageCell({ segmentId }: { segmentId: string }) {
  const projectId = useProjectId()
  const query = read('GET /segments/:id/usage', { projectId, params: { id: segmentId } })
  const { data, isError } = useQuery({ ...query, staleTime: STALE_MS })
  if (isError) return <span className="text-muted">{t.common.unknown}</span>
  return data ? <span className="text-muted">{usageText(data)}</span> : <Skeleton className="w-20" />
}

function Actions({ segment: { id, name }, onDelete }: { segment: Segment; onDelete: () => void }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const show = (): void =>
    void navigate({ to: '/p/$projectId/contacts', params: { projectId }, search: { segment: id } })
  const items = [
    { label: t.segments.showContacts, icon: Users, onSelect: show },
    { label: t.segments.duplicate, icon: Copy, onSelect: () => void duplicate(id) },
    { label: t.segments.delete, icon: Trash2, onSelect: onDelete },
  ]
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={t.segments.actionsFor(name)} className="-my-1.5" />}
      groups={[{ items }]}
    />
  )
}
