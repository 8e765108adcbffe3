import { t } from '../../messages/index.js'
import { TextLink } from '../../ui/link.js'
import { importCounts } from '../import-counts.js'
import { useImportJob } from '../job-progress.js'
import { JobToast } from './job-toast.js'

/** The progress of an import, and a link to its page. */
export function ImportToast({ projectId, jobId }: { projectId: string; jobId: string }) {
  const { data: job, error } = useImportJob(projectId, jobId)
  const file = job?.fileName ?? t.jobs.aFile
  const counts = job && importCounts(job.result)
  return (
    <JobToast
      projectId={projectId}
      jobId={jobId}
      job={job}
      error={error}
      doing={job ? t.jobs.importing(file) : t.common.loading}
      note={counts}
      done={`${t.jobs.imported(file)}. ${counts ?? ''}`}
    >
      <TextLink to="/p/$projectId/contacts/import/$jobId" params={{ projectId, jobId }}>
        {t.jobs.openImport}
      </TextLink>
    </JobToast>
  )
}
