import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { meQuery } from '../session/user.js'
import { BulkToast } from './jobs/bulk-toast.js'
import { ExportToast } from './jobs/export-toast.js'
import { ImportToast } from './jobs/import-toast.js'
import { useFollowedJobs, type JobKind } from './followed-jobs.js'
import { ListedJobContext } from './jobs/job-toast.js'

const TOASTS: Record<JobKind, (props: { projectId: string; jobId: string }) => React.ReactNode> = {
  bulk: BulkToast,
  import: ImportToast,
  export: ExportToast,
}

/** The jobs that the user has asked for in this project, in this tab. */
function useOwnJobs() {
  const projectId = useProjectId()
  const { data: user } = useQuery(meQuery)
  return useFollowedJobs().filter((job) => job.projectId === projectId && job.userId === user?.id)
}

/**
 * The jobs that the user has asked for and that run, with how far each is, and those with failures to download, the
 * newest first. The notifications tell of all others.
 */
export function JobList() {
  const jobs = useOwnJobs()
  if (jobs.length === 0) return null
  return (
    <ListedJobContext value>
      <ul aria-label={t.jobs.region} className="flex flex-col">
        {jobs.toReversed().map(({ kind, jobId, projectId }) => {
          const Toast = TOASTS[kind]
          return (
            <li key={jobId} className="mb-2 empty:hidden">
              <Toast projectId={projectId} jobId={jobId} />
            </li>
          )
        })}
      </ul>
    </ListedJobContext>
  )
}

/**
 * The jobs that run, with how far each is, in a corner of every page. One that is over stays there for some seconds,
 * and one that failed until the user closes it.
 */
export function JobToasts() {
  const projectId = useProjectId()
  const jobs = useOwnJobs().filter(({ isSeen }) => !isSeen)
  if (jobs.length === 0) return null
  return (
    <section
      aria-label={t.jobs.region}
      className="fixed bottom-3 left-3 z-30 flex max-h-[40vh] w-[min(348px,calc(100vw-24px))] flex-col gap-2 overflow-y-auto p-1 wide:left-[228px]"
    >
      {jobs.map(({ kind, jobId }) => {
        const Toast = TOASTS[kind]
        return <Toast key={jobId} projectId={projectId} jobId={jobId} />
      })}
    </section>
  )
}
