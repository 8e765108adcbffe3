import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { Answer } from '../../../../api/client.js'
import { readPages } from '../../../../api/query.js'
import { formatNumber } from '../../../../messages/format.js'
import { authorName } from '../../../../shared/author-name.js'
import { Moment } from '../../../../shared/moment.js'
import { PagedList } from '../../../../shared/paged-list.js'
import { Badge } from '../../../../ui/badge.js'
import { Button } from '../../../../ui/button.js'
import { Checkbox } from '../../../../ui/checkbox.js'
import { DataTable, type Column } from '../../../../ui/data-table.js'
import { Dialog } from '../../../../ui/dialog.js'
import { EmptyState } from '../../../../ui/empty-state.js'
import { TextLink } from '../../../../ui/link.js'
import { useEditorContext } from '../editor-context.js'
import { dialogText } from '../dialog-text.js'

type Version = Answer<'GET /workflows/:id/versions'>['data'][number]

const { versionList } = dialogText

/** Every version that is kept: whose it is, and what runs in it. Two of them can be compared. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const { workflow } = useEditorContext()
  const { projectId, id } = workflow
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const input = { projectId, params: { id }, query: { limit: 20 } }
  // A list that scrolls by itself reads no page again that was left behind: it keeps all of them.
  const query = useInfiniteQuery({ ...readPages('GET /workflows/:id/versions', input), maxPages: 0 })
  const toggle = (version: number, isOn: boolean): void =>
    // The two that were chosen last.
    setChosen(isOn ? [...chosen, version].slice(-2) : chosen.filter((one) => one !== version))
  const [older, newer] = [...chosen].sort((one, other) => one - other)
  const compare = (): void =>
    void navigate({
      to: '/p/$projectId/workflows/$workflowId',
      params: { projectId, workflowId: id },
      search: { version: newer, compare: older },
    })
  return (
    <Dialog isOpen onClose={onClose} title={versionList.title} text={versionList.selectTwo} at="drawer">
      <PagedList
        query={query}
        empty={<EmptyState icon={History} title={versionList.empty} text={versionList.emptyText} />}
      >
        {(rows) => (
          <DataTable
            label={versionList.title}
            columns={columnsOf({ workflow, chosen, toggle })}
            rows={rows}
            idOf={({ version }) => String(version)}
            secondLine={(row) => <Moment at={row.createdAt} />}
          />
        )}
      </PagedList>
      <div className="mt-4 flex justify-end">
        <Button variant="strong" disabled={newer === undefined} onClick={compare}>
          {versionList.compare}
        </Button>
      </div>
    </Dialog>
  )
}

interface Choice {
  workflow: Answer<'GET /workflows/:id'>
  chosen: readonly number[]
  toggle: (version: number, isOn: boolean) => void
}

function columnsOf({ workflow, chosen, toggle }: Choice): Column<Version>[] {
  const params = { projectId: workflow.projectId, workflowId: workflow.id }
  return [
    {
      id: 'version',
      head: versionList.number,
      cell: ({ version }) => (
        <span className="flex items-center gap-2">
          <Checkbox
            label={versionList.select(version)}
            isLabelHidden
            checked={chosen.includes(version)}
            onChange={({ target }) => toggle(version, target.checked)}
          />
          <TextLink
            to="/p/$projectId/workflows/$workflowId"
            params={params}
            search={version === workflow.version ? {} : { version }}
            aria-label={versionList.open(version)}
          >
            <span className="inline-block min-w-6">{version}</span>
          </TextLink>
          {version === workflow.version && <Badge label={versionList.current} />}
        </span>
      ),
    },
    { id: 'created', head: versionList.published, isWide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { id: 'author', head: versionList.by, isWide: true, cell: ({ author }) => authorName(author) },
    {
      id: 'active',
      head: versionList.active,
      isNumber: true,
      cell: ({ activeExecutions }) => formatNumber(activeExecutions),
    },
  ]
}
