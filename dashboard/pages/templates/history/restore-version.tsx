import { useState } from 'react'
import { currentOf } from '../../../api/current-of.js'
import { call } from '../../../api/client.js'
import { queryClient, read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { describeError } from '../../../shared/failure.js'
import { languageName } from '../../../shared/language-name.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { toast } from '../../../ui/toast.js'
import { refreshTemplates } from '../template-cache.js'
import type { Template } from '../template-value.js'

const RESTORE = 'POST /templates/:id/versions/:version/restore'

interface RestoreVersionProps {
  template: Template
  version: number
  /** The languages of the template that the version does not have. */
  lostLanguages: readonly string[]
  isUnsaved: boolean
  onRestored: (template: Template) => void
}

/** Restores a version after a question, unless the template has changed since its history was opened. */
export function RestoreVersion({ template, version, lostLanguages, isUnsaved, onRestored }: RestoreVersionProps) {
  const { projectId, id, updatedAt: ifUpdatedAt } = template
  const [isAsked, setAsked] = useState(false)
  const { restore, restoreTitle, restoreText, removes, unsaved, restored, stale } = t.templateHistory
  const confirm = async (): Promise<void> => {
    const params = { id, version: String(version) }
    const query = read('GET /templates/:id', { projectId, params: { id } })
    try {
      const stored = await call(RESTORE, { projectId, params, body: { ifUpdatedAt } })
      queryClient.setQueryData(query.queryKey, stored)
      toast(restored(version))
      onRestored(stored)
    } catch (error) {
      const current = currentOf(RESTORE, error)
      if (current) queryClient.setQueryData(query.queryKey, current)
      throw error
    } finally {
      void refreshTemplates(projectId)
    }
  }
  return (
    <>
      <Button variant="strong" onClick={() => setAsked(true)}>
        {restore}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={restoreTitle(version)}
        text={restoreText}
        action={restore}
        isDangerous={false}
        onConfirm={confirm}
        describeError={(error) => (currentOf(RESTORE, error) ? { message: stale } : describeError(error))}
      >
        {lostLanguages.length > 0 && <p className="text-warn">{removes(lostLanguages.map(languageName).join(', '))}</p>}
        {isUnsaved && <p className="text-warn">{unsaved}</p>}
      </ConfirmDialog>
    </>
  )
}
