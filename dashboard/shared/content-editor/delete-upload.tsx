import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import type { UploadedImage } from '../../api/operations.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Dialog } from '../../ui/dialog.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { toast } from '../../ui/toast.js'
import { Failure, describeError } from '../failure.js'
import { UseList } from '../use-list.js'

const KINDS = ['templates', 'campaigns', 'workflows'] as const

/** Deletes an image after asking, or says what still shows it. */
export function DeleteUpload({ image: { id }, onClose }: { image: UploadedImage; onClose: () => void }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const query = useQuery({ ...read('GET /uploads/:id/usage', { projectId, params: { id } }), staleTime: 0 })
  const { data: usage, error, isFetching } = query
  if (!usage || isFetching) {
    return (
      <Dialog isOpen onClose={onClose} title={t.content.deleteUploadTitle}>
        {error ? <Failure error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows rows={2} />}
      </Dialog>
    )
  }
  if (KINDS.some((kind) => usage[kind].length > 0)) {
    return (
      <Dialog isOpen onClose={onClose} title={t.content.uploadInUse} text={t.content.uploadInUseText}>
        <UseList kinds={KINDS.map((kind) => ({ kind, heading: t.content.uploadUses[kind], uses: usage[kind] }))} />
      </Dialog>
    )
  }
  const confirm = async (): Promise<void> => {
    await call('DELETE /uploads/:id', { projectId, params: { id } })
    toast(t.content.uploadDeleted)
    await client.invalidateQueries({ queryKey: [projectId, 'GET /uploads'] })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.content.deleteUploadTitle}
      text={t.content.deleteUploadText}
      action={t.content.deleteUpload}
      onConfirm={confirm}
      describeError={describeError}
    />
  )
}
