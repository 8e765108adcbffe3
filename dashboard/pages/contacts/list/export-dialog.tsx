import { useState } from 'react'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { describeError } from '../../../shared/failure.js'
import { useFollowJob } from '../../../shared/use-follow-job.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { RadioCards } from '../../../ui/radio-cards.js'
import type { filterOf } from './selection.js'

const FORMATS = (['csv', 'ndjson'] as const).map((value) => ({ value, ...t.contacts.exportFormats[value] }))

/** The filters of an export, and what follows. */
export interface ExportDialogProps {
  filter: ReturnType<typeof filterOf>
  isFiltered: boolean
  onClose: () => void
}

/** Writes what the list shows, or all contacts, into a file. */
export function ExportDialog({ filter, isFiltered, onClose }: ExportDialogProps) {
  const projectId = useProjectId()
  const followJob = useFollowJob()
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv')
  const begin = async (): Promise<void> => {
    const body = { kind: 'contacts', format, bom: format === 'csv', filter } as const
    const { jobId } = await call('POST /exports', { projectId, body })
    followJob('export', jobId)
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.contacts.export}
      text={isFiltered ? t.contacts.exportFiltered : t.contacts.exportAll}
      action={t.contacts.exportAction}
      isDangerous={false}
      onConfirm={begin}
      describeError={describeError}
    >
      <RadioCards label={t.contacts.exportFormat} options={FORMATS} value={format} onChange={setFormat} />
    </ConfirmDialog>
  )
}
