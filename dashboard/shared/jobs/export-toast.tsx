import { useState } from 'react'
import { Download } from 'lucide-react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { downloadFile } from '../download.js'
import { wordsFor } from '../failure.js'
import { useExportJob } from '../job-progress.js'
import { JobToast } from './job-toast.js'

/** How far an export is, and its file. */
export function ExportToast({ projectId, jobId }: { projectId: string; jobId: string }) {
  const { data: job, error } = useExportJob(projectId, jobId)
  const rows = job && t.jobs.rows(formatNumber(job.rows))
  return (
    <JobToast
      projectId={projectId}
      jobId={jobId}
      job={job}
      error={error}
      doing={t.jobs.exporting}
      note={rows}
      done={`${t.jobs.exported(job?.fileName ?? '')}, ${rows ?? ''}`}
    >
      {job?.status === 'COMPLETED' && <FileButton projectId={projectId} jobId={jobId} name={job.fileName} />}
    </JobToast>
  )
}

function FileButton({ projectId, jobId, name }: { projectId: string; jobId: string; name: string }) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const load = async (): Promise<void> => {
    setBusy(true)
    setFault(null)
    try {
      await downloadFile('/exports/:jobId/file', { projectId, name, params: { jobId } })
    } catch (error) {
      setFault(wordsFor(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={Download} isBusy={isBusy} onClick={() => void load()}>
        {t.jobs.download}
      </Button>
      {fault !== null && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
    </>
  )
}
