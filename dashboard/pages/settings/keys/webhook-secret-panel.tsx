import { Eye, EyeOff } from 'lucide-react'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Button } from '../../../ui/button.js'
import { CopyField } from '../../../ui/copy-field.js'
import { Panel } from '../../../ui/panel.js'
import { useRevealed } from './use-revealed.js'

const MASK = 'whsec_••••••••••••'

/** The secret by which a receiver knows that a webhook of a workflow is the project's. */
export function WebhookSecretPanel() {
  const projectId = useProjectId()
  const ask = async (): Promise<string> => {
    const answer = await call('GET /projects/:id/webhook-secret', { params: { id: projectId } })
    return answer.webhookSecret
  }
  const revealed = useRevealed<string>(ask)
  return (
    <Panel
      title={t.settings.webhookSecret}
      isPadded
      action={
        <Button icon={revealed.value === null ? Eye : EyeOff} onClick={revealed.toggle}>
          {revealed.value === null ? t.settings.revealSecret : t.settings.hideSecret}
        </Button>
      }
    >
      <p className="mb-2 text-muted">{t.settings.webhookSecretText}</p>
      <CopyField value={revealed.value ?? MASK} copies={ask} label={t.settings.copyWebhookSecret} />
      {revealed.value !== null && <p className="mt-2 text-muted">{t.settings.shownFor(revealed.seconds)}</p>}
    </Panel>
  )
}
