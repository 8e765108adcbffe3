import { Chips } from '../ui/chips.js'
import { CopyField } from '../ui/copy-field.js'
import { DataTable, type Column } from '../ui/data-table.js'
import { DefinitionList } from '../ui/definition-list.js'
import { JsonView } from '../ui/json-view.js'
import { Panel } from '../ui/panel.js'
import { Stat } from '../ui/stat.js'
import { Timeline } from '../ui/timeline.js'

interface Row {
  id: string
  name: string
  count: number
}

const ROWS: readonly Row[] = ['First', 'Second', 'Third'].map((name, index) => ({ id: name, name, count: index * 100 }))
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => <a href={`#${name}`}>{name}</a> },
  { id: 'count', head: 'Count', cell: ({ count }) => count, isNumber: true, isWide: true },
]

/** Components that show values. */
export function Shown() {
  return (
    <Panel title="Values" isPadded>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="grid gap-3 wide:grid-cols-2">
          <Stat label="Sent" value="1,204" note="41.2 % opened" />
          <Stat label="Waiting" value={undefined} />
        </div>
        <Chips
          label="Filters"
          chips={[{ id: 'a', label: 'Bounced', removeLabel: 'Remove Bounced', onRemove: () => undefined }]}
        />
        <CopyField label="Copy the id" value="01a21e4d-fc37-7707-87fc-5a7fbbebf0eb" />
        <DefinitionList
          items={[
            ['Language', 'English'],
            ['Zone', 'UTC'],
          ]}
        />
        <Timeline
          label="What happened"
          items={[
            { id: '1', what: 'Sent', when: '09:00' },
            { id: '2', what: 'Opened', when: '09:04' },
          ]}
        />
        <DataTable label="Rows" columns={COLUMNS} rows={ROWS} idOf={({ id }) => id} secondLine={({ count }) => count} />
        <JsonView label="Data" value={{ plan: 'pro', html: '<script>alert(1)</script>' }} />
      </div>
    </Panel>
  )
}
