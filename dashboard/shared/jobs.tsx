import { useQuery } from '@tanstack/react-query'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { meQuery } from '../session/user.js'
import { BulkToast } from './jobs/bulk-toast.js'
import { ExportToast } from './jobs/export-toast.js'
import { ImportToast } from './jobs/import-toast.js'
import { useFollowedJobs, type JobKind } from './followed-jobs.js'

const TOASTS: Record<JobKind, (props: { projectId: string; jobId: string }) => React.ReactNode> = {
  bulk: BulkToast,
  import: ImportToast,
  export: ExportToast,
}

/** The jobs that the user has asked for in this project, with how far each is, in a corner of every page. */
export function JobToasts() {
  const projectId = useProjectId()
  const { data: user } = useQuery(meQuery)
  const jobs = useFollowedJobs().filter((job) => job.projectId === projectId && job.userId === user?.id)
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
