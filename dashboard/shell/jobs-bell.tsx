import { lazy, Suspense, useState } from 'react'
import { Bell } from 'lucide-react'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'
import { useFollowedJobs } from '../shared/followed-jobs.js'
import { Dialog } from '../ui/dialog.js'
import { join } from '../ui/join.js'
import { FOLDED, SIDEBAR_ENTRY } from './sidebar-entry.js'

const JobList = lazy(async () => ({ default: (await import('../shared/jobs.js')).JobList }))

/** Opens the list of jobs that the user has started in this tab; nothing before the first. */
export function JobsBell({ isFolded }: { isFolded?: boolean | undefined }) {
  const jobs = useFollowedJobs()
  const [isOpen, setOpen] = useState(false)
  if (jobs.length === 0) return null
  return (
    <>
      <button
        type="button"
        title={isFolded ? t.shell.jobs : undefined}
        onClick={() => setOpen(true)}
        className={join(SIDEBAR_ENTRY, 'w-full', isFolded && FOLDED)}
      >
        <Bell aria-hidden size={16} className="shrink-0" />
        <span className={isFolded ? 'sr-only' : 'flex-1 text-left'}>{t.shell.jobs}</span>
        {!isFolded && <span className="text-small text-muted">{formatNumber(jobs.length)}</span>}
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.shell.jobs} at="drawer">
        <Suspense>
          <JobList />
        </Suspense>
      </Dialog>
    </>
  )
}
