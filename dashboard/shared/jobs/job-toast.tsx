import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { IconButton } from '../../ui/button.js'
import { join } from '../../ui/join.js'
import { ProgressBar } from '../../ui/progress-bar.js'
import { isMissing, describeError } from '../failure.js'
import { leaveJob, markSeen } from '../followed-jobs.js'
import { isOver, refreshContacts } from '../job-progress.js'
import { refreshNotifications } from '../notifications/notifications-query.js'

interface ShownJob {
  status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED'
  progress: number
  failedReason: string | null
}

interface JobToastProps {
  projectId: string
  jobId: string
  job: ShownJob | undefined
  error: unknown
  /** The title while the job runs. */
  doing: string
  /** The progress in numbers. */
  note?: string | undefined
  /** The result of the job. */
  done: string
  /** Whether the list of jobs has it also after its end, because only its toast has the actions on the result. */
  isListedAtEnd?: boolean
  /** The actions on the result. */
  children?: ReactNode
}

/** Whether the job stands in the list of running jobs, and not in the corner of the page. */
export const ListedJobContext = createContext(false)

// Long enough to read the result and to press its button.
const SHOWN_MS = 10_000

/**
 * The progress of one job, and its result. In the corner of the page, the result goes by itself, but not while it is
 * pointed at or has the focus; a failure stays until the user closes it.
 */
export function JobToast({ projectId, jobId, job, error, doing, note, done, isListedAtEnd, children }: JobToastProps) {
  const ended = job !== undefined && isOver(job)
  const isGone = isMissing(error)
  const isListed = use(ListedJobContext)
  const [isHeld, setHeld] = useState(false)
  const isLeaving = !isListed && !isHeld && job?.status === 'COMPLETED'
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => markSeen(jobId), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isLeaving, jobId])
  useEffect(() => {
    if (!ended) return
    refreshContacts(projectId)
    refreshNotifications(projectId)
  }, [ended, projectId])
  useEffect(() => {
    if (isGone) leaveJob(jobId)
  }, [isGone, jobId])
  if (isListed && ended && !isListedAtEnd) return null
  return (
    <div
      className={join('rounded-panel border border-line bg-surface py-2 pr-2 pl-3', !isListed && 'shadow-float')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 pt-1 break-words">
          {!ended && <Running job={job} doing={doing} note={note} />}
          <div role="status">
            {ended && <p className="font-medium">{job.status === 'FAILED' ? doing : done}</p>}
            {ended && job.status === 'FAILED' && <p className="text-bad">{job.failedReason ?? t.jobs.failed}</p>}
            {!ended && error !== null && <p className="text-bad">{`${t.jobs.lost} ${describeError(error).message}`}</p>}
          </div>
        </div>
        <IconButton icon={X} label={t.jobs.dismiss} onClick={() => (isListed ? leaveJob(jobId) : markSeen(jobId))} />
      </div>
      {ended && children && <div className="mt-1 flex flex-wrap gap-2 pb-1">{children}</div>}
    </div>
  )
}

function Running({ job, doing, note }: Pick<JobToastProps, 'job' | 'doing' | 'note'>) {
  const text = job?.status === 'PENDING' ? t.jobs.waiting : note
  return (
    <ProgressBar label={doing} value={job?.progress ?? 0} total={job ? 100 : null} {...(text ? { note: text } : {})} />
  )
}

/** A progress bar for a known total. */
export function progressNote(done: number, total: number): string {
  return t.jobs.progress(formatNumber(done), formatNumber(total))
}
