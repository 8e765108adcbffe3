import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { describeError } from '../../shared/failure.js'
import { useFollowJob } from '../../shared/use-follow-job.js'
import { useProject } from '../../session/project.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { exportFilter, isFiltered, type EmailFilters } from './filters.js'

interface ExportEmailsProps {
  filters: EmailFilters
  isOpen: boolean
  onClose: () => void
}

/** Asks before what the list shows, or all emails, are written into a file; the job is followed over the pages. */
export function ExportEmails({ filters, isOpen, onClose }: ExportEmailsProps) {
  const { id: projectId, timezone } = useProject()
  const followJob = useFollowJob()
  const begin = async (): Promise<void> => {
    const filter = exportFilter(filters, timezone)
    const { jobId } = await call('POST /exports', {
      projectId,
      body: { kind: 'emails', format: 'csv', bom: true, filter },
    })
    followJob('export', jobId)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.emails.export}
      text={isFiltered(filters) ? t.emails.exportFiltered : t.emails.exportAll}
      action={t.emails.exportAction}
      isDangerous={false}
      onConfirm={begin}
      describeError={describeError}
    />
  )
}
