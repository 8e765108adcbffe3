import { useEffect } from 'react'
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
  isKept?: boolean
}

/** Asks before a page with unsaved changes is left, by a link or with the window. */
export function Unsaved({ isUnsaved, flush, onSave, onDiscard, isKept = true }: UnsavedProps) {
  useEffect(() => (isUnsaved ? noteUnsaved() : undefined), [isUnsaved])
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => isUnsaved && current.pathname !== next.pathname && !(await flush?.()),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const proceed = (): void => blocker.proceed?.()
  const stay = (): void => blocker.reset?.()
  return (
    <Dialog
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      title={t.drafts.leave}
      text={isKept ? t.drafts.leaveText : t.drafts.lostText}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          look="danger"
          onClick={() => {
            onDiscard()
            proceed()
          }}
        >
          {t.drafts.discard}
        </Button>
        {isKept && <Button onClick={proceed}>{t.drafts.keep}</Button>}
        {onSave && (
          <Button look="strong" onClick={() => void onSave().then(proceed, stay)}>
            {t.drafts.save}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
