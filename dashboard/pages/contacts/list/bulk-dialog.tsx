import { useState } from 'react'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { describeError } from '../../../shared/failure.js'
import { StaticSegmentField } from '../../../shared/static-segment-field.js'
import { useFollowJob } from '../../../shared/use-follow-job.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import type { Selection } from '../../../shared/selection/selection.js'
import { bulkBody, type filterOf } from './selection.js'

/** The actions on many contacts at once. */
export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete' | 'join'

interface BulkDialogProps {
  operation: BulkOperation
  /** The number of affected contacts, in words. */
  count: string
  selection: Selection
  filter: ReturnType<typeof filterOf>
  onClose: () => void
  onBegun: () => void
}

/** Asks before a bulk change and names the number of contacts. The job toast then follows the change. */
export function BulkDialog({ operation, count, selection, filter, onClose, onBegun }: BulkDialogProps) {
  const { id: projectId, name } = useProject()
  const followJob = useFollowJob()
  const [segmentId, setSegmentId] = useState('')
  const begin = async (): Promise<void> => {
    if (operation === 'join' && segmentId === '') throw new Error(t.contacts.chooseSegment)
    const body = bulkBody(selection, filter)
    const request =
      operation === 'join'
        ? call('POST /contacts/bulk-join', { projectId, body: { ...body, segmentId } })
        : call(`POST /contacts/bulk-${operation}`, { projectId, body })
    followJob('bulk', (await request).jobId)
    onBegun()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.contacts.bulkTitles[operation](count)}
      text={t.contacts.bulkTexts[operation]}
      action={t.contacts.bulkActions[operation](count)}
      isDangerous={operation === 'delete'}
      // The filters may match more contacts than the list shows.
      {...(operation === 'delete' && selection.mode === 'all' ? { nameToType: name } : {})}
      onConfirm={begin}
      describeError={(error) =>
        segmentId === '' && operation === 'join' ? { message: t.contacts.chooseSegment } : describeError(error)
      }
    >
      {operation === 'join' && <StaticSegmentField value={segmentId} onChange={setSegmentId} />}
    </ConfirmDialog>
  )
}
