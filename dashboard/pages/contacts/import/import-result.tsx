import { Download } from 'lucide-react'
import { formatDuration } from '../../../messages/format-duration.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { isOver, type ImportJob } from '../../../shared/job-progress.js'
import { FileButton } from '../../../shared/file-button.js'
import { Banner } from '../../../ui/banner.js'
import { TextLink } from '../../../ui/link.js'
import { DataTable, type Column } from '../../../ui/data-table.js'
import { Panel } from '../../../ui/panel.js'
import { ProgressBar } from '../../../ui/progress-bar.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { Stat } from '../../../ui/stat.js'
import { secondsLeft } from './seconds-left.js'

type RowError = ImportJob['result']['errors'][number]

const COUNTS = ['created', 'updated', 'unchanged', 'failed', 'keptUnsubscribed'] as const
const ERROR_COLUMNS: readonly Column<RowError>[] = [
  { id: 'email', head: t.imports.errorColumns.email, cell: ({ email }) => email },
  {
    id: 'row',
    head: t.imports.errorColumns.row,
    cell: ({ row }) => formatNumber(row),
    width: 'w-20',
    isNumber: true,
  },
  { id: 'error', head: t.imports.errorColumns.error, cell: ({ error }) => <span title={error}>{error}</span> },
]

interface ImportResultProps {
  projectId: string
  query: { data: ImportJob | undefined; error: unknown; refetch: () => unknown }
}

/** The progress of an import or its check: its counts, its time left, and its invalid rows. */
export function ImportResult({ projectId, query }: ImportResultProps) {
  const { data: job, error } = query
  if (!job) return error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows rows={4} />
  return (
    <div className="flex flex-col gap-4">
      {!isOver(job) && <Progress job={job} />}
      {job.status === 'FAILED' && (
        <Banner
          kind="bad"
          title={t.reasons.imports.what}
          action={
            <TextLink to="/p/$projectId/contacts/import" params={{ projectId }}>
              {t.reasons.next.import}
            </TextLink>
          }
        >
          <p>{t.reasons.imports.why}</p>
          <p className="text-muted">{job.failedReason}</p>
        </Banner>
      )}
      <Counts job={job} />
      {job.result.failed > 0 && <Errors projectId={projectId} job={job} />}
    </div>
  )
}

function Progress({ job }: { job: ImportJob }) {
  const seconds = secondsLeft(job, Date.now())
  const label = labelOf(job)
  return (
    <Panel isPadded>
      <ProgressBar
        label={label}
        value={job.progress}
        total={100}
        {...(seconds === null ? {} : { note: t.imports.left(formatDuration(seconds)) })}
      />
      {!job.dryRun && <p className="mt-3 text-muted">{t.imports.leave}</p>}
    </Panel>
  )
}

function labelOf({ status, dryRun, progress, result }: ImportJob): string {
  if (status === 'PENDING') return t.imports.reading
  // The types of the columns need the whole file: no row of a large file is counted before that.
  if (progress > 0 && result.total === 0) return t.imports.surveying
  return dryRun ? t.imports.checking : t.imports.importing
}

function Counts({ job: { result } }: { job: ImportJob }) {
  const notes: Record<string, string> = t.imports.notes
  return (
    <div className="grid grid-cols-2 gap-3 wide:grid-cols-6" aria-live="off">
      <Stat label={t.imports.counts.total} value={formatNumber(result.total)} />
      {COUNTS.map((name) => (
        <Stat key={name} label={t.imports.counts[name]} value={formatNumber(result[name])} note={notes[name]} />
      ))}
    </div>
  )
}

function Errors({ projectId, job: { id: jobId, result } }: { projectId: string; job: ImportJob }) {
  const { errors, failed } = result
  return (
    <Panel
      title={t.imports.errors}
      action={
        <FileButton
          icon={Download}
          label={t.imports.loadErrors}
          path="/contacts/import/:jobId/errors"
          projectId={projectId}
          params={{ jobId }}
          query={{ bom: 'true' }}
          name={t.imports.errorFile}
        />
      }
    >
      <DataTable label={t.imports.errors} columns={ERROR_COLUMNS} rows={errors} idOf={({ row }) => String(row)} />
      <p className="px-4 py-2 text-muted">
        {errors.length < failed && `${t.imports.firstErrors(formatNumber(errors.length), formatNumber(failed))} `}
        {t.imports.errorsExpire}
      </p>
    </Panel>
  )
}
