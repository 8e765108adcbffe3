import { useEffect, useState } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { t } from '../../messages/index.js'
import { wordsFor } from '../../shared/failure.js'
import { askForKeys, type Keys } from '../../session/keys.js'
import { mayManage, useProject } from '../../session/project.js'
import { Button } from '../../ui/button.js'
import { CopyField } from '../../ui/copy-field.js'
import { Panel } from '../../ui/panel.js'
import { toast } from '../../ui/toast.js'

const SHOWN_SECONDS = 60

/** The keys of the project: masked, copied without being shown, and shown for a minute on demand. */
export function KeysPanel() {
  const { id, role } = useProject()
  const [keys, setKeys] = useState<Keys | null>(null)
  const seconds = useCountdown(keys, () => setKeys(null))
  if (!mayManage({ role })) {
    return (
      <Panel title={t.settings.keys} isPadded>
        <p className="text-muted">{t.settings.membersOnly}</p>
      </Panel>
    )
  }
  const reveal = (): void => {
    askForKeys(id).then(setKeys, (error: unknown) => toast(wordsFor(error).message))
  }
  const key = (name: keyof Keys, mask: string) => ({
    value: keys?.[name] ?? mask,
    copies: async () => (keys ?? (await askForKeys(id)))?.[name] ?? '',
  })
  return (
    <Panel
      title={t.settings.keys}
      isPadded
      action={
        <Button icon={keys ? EyeOff : Eye} onClick={() => (keys ? setKeys(null) : reveal())}>
          {keys ? t.settings.hide : t.settings.reveal}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <KeyRow label={t.settings.publicKey} text={t.settings.publicKeyText}>
          <CopyField {...key('publicKey', 'pk_••••••••••••')} label={t.settings.copyPublic} />
        </KeyRow>
        <KeyRow label={t.settings.secretKey} text={t.settings.secretKeyText}>
          <CopyField {...key('secretKey', 'sk_••••••••••••')} label={t.settings.copySecret} />
        </KeyRow>
        {keys && <p className="text-muted">{t.settings.shownFor(seconds)}</p>}
      </div>
    </Panel>
  )
}

function KeyRow({ label, text, children }: { label: string; text: string; children: React.ReactNode }) {
  return (
    <div>
      <div className="font-medium">{label}</div>
      <p className="mb-1 text-muted">{text}</p>
      {children}
    </div>
  )
}

/** The seconds until the keys are hidden; `onEnd` hides them. */
function useCountdown(keys: Keys | null, onEnd: () => void): number {
  const [left, setLeft] = useState(SHOWN_SECONDS)
  useEffect(() => {
    if (!keys) return undefined
    const end = Date.now() + SHOWN_SECONDS * 1_000
    setLeft(SHOWN_SECONDS)
    const timer = setInterval(() => {
      const seconds = Math.ceil((end - Date.now()) / 1_000)
      if (seconds > 0) setLeft(seconds)
      else onEnd()
    }, 1_000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the end of one showing is fixed when it begins
  }, [keys])
  return left
}
