import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { ExportFileButton } from '../export-file-button.js'
import { useExportJob } from '../job-progress.js'
import { JobToast } from './job-toast.js'

/** The progress of an export, and its file. */
export function ExportToast({ projectId, jobId }: { projectId: string; jobId: string }) {
  const { data: job, error } = useExportJob(projectId, jobId)
  const rows = job && t.jobs.rows(formatNumber(job.rows))
  return (
    <JobToast
      projectId={projectId}
      jobId={jobId}
      job={job}
      error={error}
      doing={job ? t.jobs.exporting : t.common.loading}
      note={rows}
      done={`${t.jobs.exported(job?.fileName ?? '')}, ${rows ?? ''}`}
    >
      {job?.status === 'COMPLETED' && <ExportFileButton projectId={projectId} jobId={jobId} name={job.fileName} />}
    </JobToast>
  )
}
