import { writeTextLine } from '../../../models/domain/csv-line.js'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { saveCsv } from '../download.js'
import { useBulkJob, type BulkJob } from '../job-progress.js'
import { JobToast, progressNote } from './job-toast.js'

/** The progress of a bulk change of contacts, and its failures as a file. */
export function BulkToast({ projectId, jobId }: { projectId: string; jobId: string }) {
  const { data: job, error } = useBulkJob(projectId, jobId)
  return (
    <JobToast
      projectId={projectId}
      jobId={jobId}
      job={job}
      error={error}
      doing={job ? t.jobs.bulk[job.result.operation] : t.common.loading}
      note={job && noteOf(job)}
      done={job ? doneOf(job) : ''}
      isListedAtEnd={job !== undefined && job.result.errors.length > 0}
    >
      {job && job.result.errors.length > 0 && (
        <Button onClick={() => saveCsv(t.jobs.failureFile, failuresOf(job))}>{t.jobs.loadFailures}</Button>
      )}
    </JobToast>
  )
}

function noteOf({ result: { successCount, unchangedCount, failureCount, totalRequested } }: BulkJob): string {
  return progressNote(successCount + unchangedCount + failureCount, totalRequested)
}

function doneOf({ result: { operation, successCount, unchangedCount, failureCount } }: BulkJob): string {
  return [
    t.jobs.bulkDone[operation](formatNumber(successCount)),
    ...(unchangedCount > 0 ? [t.jobs.unchanged(formatNumber(unchangedCount))] : []),
    ...(failureCount > 0 ? [t.jobs.failures(formatNumber(failureCount))] : []),
  ].join(', ')
}

function failuresOf({ result: { errors } }: BulkJob): string {
  const rows = errors.map(({ contactId, email, error }) => [contactId, email ?? '', error])
  return [t.jobs.failureColumns, ...rows].map(writeTextLine).join('')
}
