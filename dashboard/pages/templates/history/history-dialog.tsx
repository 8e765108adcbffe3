import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { readPages } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { authorName } from '../../../shared/author-name.js'
import { Moment } from '../../../shared/moment.js'
import { PagedList } from '../../../shared/paged-list.js'
import { Badge } from '../../../ui/badge.js'
import { Dialog } from '../../../ui/dialog.js'
import { EmptyState } from '../../../ui/empty-state.js'
import { join } from '../../../ui/join.js'
import type { Template } from '../template-value.js'
import { VersionView } from './version-view.js'
import { changesText, type ListedVersion } from './version.js'

/** The history of a template, and the version of it that is shown. */
export interface HistoryDialogProps {
  template: Template
  /** The version that the address names; the newest one without. */
  version: number | undefined
  onVersion: (version: number) => void
  /** The editor holds changes that are not saved. */
  isUnsaved: boolean
  onRestored: (template: Template) => void
  onClose: () => void
}

/** The versions of a template beside the content of one of them, which can be restored. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { template, version, onVersion, onClose } = props
  const input = { projectId: template.projectId, params: { id: template.id }, query: { limit: 20 } }
  // A list that scrolls by itself reads no page again that was left behind: it keeps all of them.
  const query = useInfiniteQuery({ ...readPages('GET /templates/:id/versions', input), maxPages: 0 })
  const { title, text, list } = t.templateHistory
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text} at="wideDrawer">
      <PagedList query={query} empty={<EmptyState icon={History} title={title} text={text} />}>
        {(rows) => {
          const shown = version ?? rows[0]?.version
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-[280px_minmax(0,1fr)]">
              <ol aria-label={list} className="flex flex-col gap-1 max-wide:max-h-56 max-wide:overflow-y-auto">
                {rows.map((row) => (
                  <li key={row.version}>
                    <Entry row={row} isShown={row.version === shown} onShow={() => onVersion(row.version)} />
                  </li>
                ))}
              </ol>
              {shown !== undefined && <VersionView key={shown} {...props} version={shown} />}
            </div>
          )
        }}
      </PagedList>
    </Dialog>
  )
}

function Entry({ row, isShown, onShow }: { row: ListedVersion; isShown: boolean; onShow: () => void }) {
  const { savedAt, author, isCurrent } = row
  return (
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      onClick={onShow}
      className={join(
        'flex w-full flex-col gap-0.5 rounded-control border px-3 py-2 text-left hover:bg-raised',
        isShown ? 'border-accent' : 'border-line',
      )}
    >
      <span className="flex items-center gap-2 font-medium">
        <Moment at={savedAt} />
        {isCurrent && <Badge label={t.templateHistory.current} />}
      </span>
      <span className="max-w-full truncate">{authorName(author)}</span>
      <span className="text-small text-muted">{changesText(row)}</span>
    </button>
  )
}
