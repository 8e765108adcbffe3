import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { nameColumn } from '../../shared/name-column.js'
import { Moment } from '../../shared/moment.js'
import { besideBox, withSelectBoxes } from '../../shared/selection/select-box.js'
import type { Selecting } from '../../shared/selection/use-selection.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { TemplateRowMenu } from './template-row-menu.js'
import { languagesOf } from './template-value.js'

type Row = Answer<'GET /templates'>['data'][number]

const { columns: HEADS } = t.templates

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('template', HEADS.name),
  { id: 'subject', head: HEADS.subject, cell: ({ subject }) => subject, isWide: true },
  { id: 'type', head: HEADS.type, cell: ({ type }) => t.templates.types[type], isWide: true, width: 'w-32' },
  {
    id: 'languages',
    head: HEADS.languages,
    cell: (template) => languagesOf(template).join(', ') || '–',
    isWide: true,
    width: 'w-24',
  },
  { id: 'usedBy', head: HEADS.usedBy, cell: ({ stepCount }) => usesOf(stepCount), isWide: true, width: 'w-24' },
  {
    id: 'changed',
    head: HEADS.changed,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    isWide: true,
    width: 'w-36',
  },
  { id: 'actions', head: HEADS.actions, cell: (template) => <TemplateRowMenu template={template} />, width: 'w-18' },
]

/** Templates in rows, each with a link to its page. */
export function TemplateTable({
  rows,
  isStale,
  selecting,
}: {
  rows: readonly Row[]
  isStale: boolean
  selecting: Selecting
}) {
  return (
    <DataTable
      label={t.templates.list}
      columns={withSelectBoxes(COLUMNS, selecting)}
      rows={rows}
      idOf={({ id }) => id}
      isStale={isStale}
      secondLine={besideBox(({ subject }) => subject)}
    />
  )
}

function usesOf(steps: number): string {
  return steps === 0 ? t.templates.unused : t.templates.steps(steps)
}
