import { useState } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { askForKeys, type Keys } from '../../../session/keys.js'
import { useProject } from '../../../session/project.js'
import { projectsQuery } from '../../../session/user.js'
import { describeError } from '../../../shared/failure.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { CopyField } from '../../../ui/copy-field.js'
import { Panel } from '../../../ui/panel.js'
import { KeyRow } from './key-row.js'
import { useRevealed } from './use-revealed.js'

/** The pair of keys of the project: masked, copied without being shown, and shown for a minute on demand. */
export function KeysPanel() {
  const { id, name, publicLastUsedAt, secretLastUsedAt } = useProject()
  const [isReplacing, setReplacing] = useState(false)
  const client = useQueryClient()
  const revealed = useRevealed<Keys>(() => askForKeys(id))
  const keys = revealed.value
  const key = (which: keyof Keys, mask: string) => ({
    value: keys?.[which] ?? mask,
    copies: async () => (keys ?? (await askForKeys(id)))?.[which] ?? '',
  })
  const replace = async (): Promise<void> => {
    const { public: publicKey, secret: secretKey } = await call('POST /users/@me/projects/:id/regenerate-keys', {
      params: { id },
    })
    if (publicKey !== undefined && secretKey !== undefined) revealed.show({ publicKey, secretKey })
    await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
  }
  return (
    <Panel
      title={t.settings.keys}
      isPadded
      action={
        <Button icon={keys ? EyeOff : Eye} onClick={revealed.toggle}>
          {keys ? t.settings.hide : t.settings.reveal}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <KeyRow label={t.settings.publicKey} text={t.settings.publicKeyText} lastUsedAt={publicLastUsedAt}>
          <CopyField {...key('publicKey', 'pk_••••••••••••')} label={t.settings.copyPublic} />
        </KeyRow>
        <KeyRow label={t.settings.secretKey} text={t.settings.secretKeyText} lastUsedAt={secretLastUsedAt}>
          <CopyField {...key('secretKey', 'sk_••••••••••••')} label={t.settings.copySecret} />
        </KeyRow>
        {keys && <p className="text-muted">{t.settings.shownFor(revealed.seconds)}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="danger" onClick={() => setReplacing(true)}>
            {t.settings.replaceKeys}
          </Button>
          <span className="min-w-0 flex-1 basis-60 text-muted">{t.settings.replaceKeysHint}</span>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isReplacing}
        onClose={() => setReplacing(false)}
        title={t.settings.replaceKeys}
        text={t.settings.replaceKeysText}
        action={t.settings.replaceKeys}
        nameToType={name}
        onConfirm={replace}
        describeError={describeError}
      />
    </Panel>
  )
}
