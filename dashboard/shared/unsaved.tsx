import { useEffect, useState } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { t } from '../messages/index.js'
import { noteUnsaved } from '../session/unsaved.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'

interface UnsavedProps {
  isUnsaved: boolean
  /** Saves before anything is asked, for a page that saves by itself. Resolves to whether nothing is left unsaved. */
  flush?: () => Promise<boolean>
  /** Saves; the page is left once it is done. A promise that is rejected keeps the page. */
  onSave?: () => Promise<void>
  onDiscard: () => void
  /** This browser keeps the changes as a draft; else they can only be saved or discarded. */
  isStored?: boolean
  /** The fate of the changes, if it differs from that of a record's changes. */
  text?: string
}

/** Asks before a page with unsaved changes is left, by a link or with the window. */
export function Unsaved({ isUnsaved, flush, onSave, onDiscard, isStored = true, text }: UnsavedProps) {
  useEffect(() => (isUnsaved ? noteUnsaved() : undefined), [isUnsaved])
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => isUnsaved && current.pathname !== next.pathname && !(await flush?.()),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const [isSaving, setSaving] = useState(false)
  const proceed = (): void => blocker.proceed?.()
  const stay = (): void => blocker.reset?.()
  const save = (work: () => Promise<void>): void => {
    setSaving(true)
    void work()
      .then(proceed, stay)
      .finally(() => setSaving(false))
  }
  return (
    <Dialog
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      title={t.drafts.leave}
      text={text ?? (isStored ? t.drafts.leaveText : t.drafts.lostText)}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="danger"
          onClick={() => {
            onDiscard()
            proceed()
          }}
        >
          {t.drafts.discard}
        </Button>
        {isStored && <Button onClick={proceed}>{t.drafts.keep}</Button>}
        {onSave && (
          <Button variant="strong" isBusy={isSaving} onClick={() => save(onSave)}>
            {t.drafts.save}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
