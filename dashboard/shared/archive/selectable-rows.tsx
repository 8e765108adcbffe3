import { useRef, useState, type ReactNode } from 'react'
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { describeError } from '../failure.js'
import { clearByEscape } from '../selection/clear-by-escape.js'
import { isSelected } from '../selection/selection.js'
import { SelectionBar } from '../selection/selection-bar.js'
import { useSelection, type Selecting } from '../selection/use-selection.js'
import type { ArchivedKind, BulkOperation } from './bulk-change.js'
import { failuresOf } from './bulk-summary.js'
import { showError } from '../show-error.js'
import { changeRecords } from './change-records.js'
import { archiveTitle } from './use-archive.js'

interface SelectableRowsProps {
  kind: ArchivedKind
  rows: readonly { id: string; name: string }[]
  /** The list shows the archived records. */
  isArchive: boolean
  /** The filters of the list in words: other filters begin without a selection. */
  filterKey: string
  children: (selecting: Selecting) => ReactNode
}

interface Failures {
  operation: BulkOperation
  entries: readonly { id: string; name: string; reason: string }[]
}

/** The rows of a list, of which some can be chosen and archived, restored or deleted at once. */
export function SelectableRows({ kind, rows, isArchive, filterKey, children }: SelectableRowsProps) {
  const shown = rows.map(({ id }) => id)
  const selecting = useSelection(filterKey, shown)
  const chosen = shown.filter((id) => isSelected(selecting.selection, id))
  const projectId = useProjectId()
  const list = useRef<HTMLDivElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [failures, setFailures] = useState<Failures | null>(null)
  const apply = async (operation: BulkOperation): Promise<void> => {
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    const failed = failuresOf(await changeRecords(projectId, { kind, operation, ids: chosen }))
    const entries = failed.map(({ id, reason }) => ({ id, reason, name: names.get(id) ?? id }))
    setFailures(entries.length > 0 ? { operation, entries } : null)
    // Those that could not be changed stay selected.
    selecting.select({ mode: 'some', ids: new Set(failed.map(({ id }) => id)) })
  }
  const run = async (operation: BulkOperation): Promise<void> => {
    setBusy(true)
    await apply(operation).catch(showError)
    setBusy(false)
    // The button goes with the selection, and the focus would go with it.
    list.current?.focus()
  }
  const operation = isArchive ? 'restore' : 'archive'
  const count = formatNumber(chosen.length)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <div role="presentation" onKeyDown={clearByEscape(selecting)}>
        <SelectionBar shown={shown} count={chosen.length === 0 ? null : count} selecting={selecting}>
          <Button icon={isArchive ? ArchiveRestore : Archive} isBusy={isBusy} onClick={() => void run(operation)}>
            {archiveTitle(isArchive)}
          </Button>
          <Button icon={Trash2} variant="danger" onClick={() => setDeleting(true)}>
            {t.bulk.delete}
          </Button>
        </SelectionBar>
        {failures && <FailureBanner failures={failures} onClose={() => setFailures(null)} />}
        {children(selecting)}
        <ConfirmDialog
          isOpen={isDeleting}
          onClose={() => setDeleting(false)}
          title={t.bulk.deleteTitles[kind](count)}
          text={t.bulk.deleteTexts[kind]}
          action={t.bulk.delete}
          onConfirm={() => apply('delete')}
          describeError={describeError}
        />
      </div>
    </div>
  )
}

function FailureBanner({ failures: { operation, entries }, onClose }: { failures: Failures; onClose: () => void }) {
  return (
    <div className="px-3 pt-3">
      <Banner
        kind="warn"
        title={t.bulk.failedTitles[operation]}
        action={<Button onClick={onClose}>{t.bulk.dismiss}</Button>}
      >
        <ul>
          {entries.map(({ id, name, reason }) => (
            <li key={id}>{t.bulk.failed(name, reason)}</li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
