import { useState } from 'react'
import { Ellipsis, Lock, Pencil, Trash2, Users } from 'lucide-react'
import { call } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { IconButton } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { Menu } from '../../ui/menu.js'
import { describeError } from '../failure.js'
import { showError } from '../show-error.js'
import { lazyPart } from '../lazy-part.js'
import { forgetView, keepView, type View } from './views-query.js'

const RenameViewDialog = lazyPart<{ view: View; onClose: () => void }, 'RenameViewDialog'>(
  () => import('./rename-view-dialog.js'),
  'RenameViewDialog',
)

/** The actions on a view that the user may change. */
export function ViewMenu({ view, onGone }: { view: View; onGone: () => void }) {
  const projectId = useProjectId()
  const [open, setOpen] = useState<'none' | 'rename' | 'remove'>('none')
  const { id, isShared, isOwn } = view
  const name = view.name ?? ''
  const share = async (): Promise<void> => {
    try {
      keepView(projectId, await call('PATCH /views/:id', { projectId, params: { id }, body: { isShared: !isShared } }))
    } catch (error) {
      showError(error)
    }
  }
  const remove = async (): Promise<void> => {
    await call('DELETE /views/:id', { projectId, params: { id } })
    forgetView(projectId, view)
    onGone()
  }
  const sharing = isShared
    ? { label: t.views.unshare, icon: Lock, onSelect: () => void share() }
    : { label: t.views.share, icon: Users, onSelect: () => void share() }
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t.views.actions(name)} />}
        groups={[
          {
            items: [
              { label: t.views.rename, icon: Pencil, onSelect: () => setOpen('rename') },
              // That of another user would then be that user's alone.
              ...(isOwn ? [sharing] : []),
              { label: t.views.remove, icon: Trash2, onSelect: () => setOpen('remove') },
            ],
          },
        ]}
      />
      {open === 'rename' && <RenameViewDialog view={view} onClose={() => setOpen('none')} />}
      <ConfirmDialog
        isOpen={open === 'remove'}
        onClose={() => setOpen('none')}
        title={t.views.removeTitle(name)}
        text={isShared ? t.views.removeShared : t.views.removeText}
        action={t.views.remove}
        isDangerous
        onConfirm={remove}
        describeError={describeError}
      />
    </>
  )
}
