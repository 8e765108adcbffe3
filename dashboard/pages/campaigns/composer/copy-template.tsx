import { useState } from 'react'
import { call, type Answer } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { TemplatePicker } from '../../../shared/template-picker.js'
import { useProjectId } from '../../../session/project.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'

/** Copies the content of a template into the campaign, after a confirmation. */
export function CopyTemplate({ onCopy }: { onCopy: (template: Answer<'GET /templates/:id'>) => void }) {
  const projectId = useProjectId()
  const [chosen, setChosen] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    if (chosen !== null) onCopy(await call('GET /templates/:id', { projectId, params: { id: chosen } }))
  }
  return (
    <div className="max-w-sm">
      <TemplatePicker label={t.campaigns.copyTemplate} value={chosen} onChange={setChosen} />
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={t.campaigns.copyTitle}
        text={t.campaigns.copyText}
        action={t.campaigns.copyAction}
        isDangerous={false}
        onConfirm={copy}
        describeError={describeError}
      />
    </div>
  )
}
