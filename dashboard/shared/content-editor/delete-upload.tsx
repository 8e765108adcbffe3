import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, type Answer } from '../../api/client.js'
import type { UploadedImage } from '../../api/operations.js'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Dialog } from '../../ui/dialog.js'
import { SkeletonRows } from '../../ui/skeleton.js'
import { toast } from '../../ui/toast.js'
import { Failure, wordsFor } from '../failure.js'

type Usage = Answer<'GET /uploads/:id/usage'>
type Kind = (typeof KINDS)[number]

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
        <Uses usage={usage} />
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
      act={t.content.deleteUpload}
      onConfirm={confirm}
      wordsFor={wordsFor}
    />
  )
}

function Uses({ usage }: { usage: Usage }) {
  return (
    <div className="flex flex-col gap-3">
      {KINDS.filter((kind) => usage[kind].length > 0).map((kind) => (
        <section key={kind}>
          <h3 className="font-medium">{t.content.uploadUses[kind]}</h3>
          <ul className="mt-1 flex flex-col gap-1">
            {usage[kind].map(({ id, name }) => (
              <li key={id} className="min-w-0 break-words">
                <UseLink kind={kind} id={id} name={name} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function UseLink({ kind, id, name }: { kind: Kind; id: string; name: string }) {
  const projectId = useProjectId()
  const className = 'text-accent underline-offset-2 hover:underline'
  switch (kind) {
    case 'templates':
      return (
        <Link to="/p/$projectId/templates/$templateId" params={{ projectId, templateId: id }} className={className}>
          {name}
        </Link>
      )
    case 'campaigns':
      return (
        <Link to="/p/$projectId/campaigns/$campaignId" params={{ projectId, campaignId: id }} className={className}>
          {name}
        </Link>
      )
    default:
      return (
        <Link to="/p/$projectId/workflows/$workflowId" params={{ projectId, workflowId: id }} className={className}>
          {name}
        </Link>
      )
  }
}
