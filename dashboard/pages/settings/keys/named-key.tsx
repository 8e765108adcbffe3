import { useState } from 'react'
import { Ellipsis, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { describeError } from '../../../shared/failure.js'
import { IconButton } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { Menu } from '../../../ui/menu.js'
import type { ApiKey } from './api-key.js'
import { NamedKeyFacts } from './named-key-facts.js'
import { RenameKeyDialog } from './rename-key-dialog.js'
import { RotateKeyDialog } from './rotate-key-dialog.js'

/** One named key with its actions. */
export function NamedKey({ apiKey }: { apiKey: ApiKey }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const [action, setAction] = useState<'none' | 'rename' | 'rotate' | 'delete'>('none')
  const close = (): void => setAction('none')
  const end = async (): Promise<void> => {
    await call('DELETE /projects/:id/keys/:keyId', { params: { id: projectId, keyId: apiKey.id } })
    const { queryKey } = read('GET /projects/:id/keys', { params: { id: projectId } })
    await client.invalidateQueries({ queryKey })
  }
  const actions = [
    { label: t.settings.rotate, icon: RotateCw, onSelect: () => setAction('rotate') },
    { label: t.settings.rename, icon: Pencil, onSelect: () => setAction('rename') },
    { label: t.settings.deleteKeyAction, icon: Trash2, onSelect: () => setAction('delete') },
  ]
  return (
    <li className="flex items-start justify-between gap-2 px-4 py-3">
      <NamedKeyFacts apiKey={apiKey} />
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t.settings.actionsOf(apiKey.name)} />}
        groups={[{ items: actions }]}
      />
      {action === 'rename' && <RenameKeyDialog apiKey={apiKey} onClose={close} />}
      {action === 'rotate' && <RotateKeyDialog apiKey={apiKey} onClose={close} />}
      <ConfirmDialog
        isOpen={action === 'delete'}
        onClose={close}
        title={t.settings.deleteKey(apiKey.name)}
        text={t.settings.deleteKeyText}
        action={t.settings.deleteKeyAction}
        nameToType={apiKey.name}
        onConfirm={end}
        describeError={describeError}
      />
    </li>
  )
}
