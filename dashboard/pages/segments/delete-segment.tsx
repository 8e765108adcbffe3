import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { Failure, describeError } from '../../shared/failure.js'
import { useProjectId } from '../../session/project.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Dialog } from '../../ui/dialog.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { toast } from '../../ui/toast.js'
import { isUsed, UsedBy } from './used-by.js'

interface DeleteSegmentProps {
  segment: { id: string; name: string }
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a segment after asking, or says what still needs it. */
export function DeleteSegment({ segment: { id, name }, onClose, onDeleted }: DeleteSegmentProps) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const query = useQuery({ ...read('GET /segments/:id/usage', { projectId, params: { id } }), staleTime: 0 })
  const { data: usage, error, isFetching } = query
  if (!usage || isFetching || isUsed(usage)) {
    const isKnown = usage !== undefined && !isFetching
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={isKnown ? t.segments.used(name) : t.segments.deleteTitle(name)}
        {...(isKnown ? { text: t.segments.usedText } : {})}
      >
        {isKnown && <UsedBy usage={usage} />}
        {!isKnown &&
          (error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows rows={2} />)}
      </Dialog>
    )
  }
  const confirm = async (): Promise<void> => {
    await call('DELETE /segments/:id', { projectId, params: { id } })
    toast(t.segments.deleted)
    onDeleted?.()
    await client.invalidateQueries({ queryKey: [projectId, 'GET /segments'] })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.segments.deleteTitle(name)}
      text={t.segments.deleteText}
      action={t.segments.delete}
      onConfirm={confirm}
      describeError={describeError}
    />
  )
}
