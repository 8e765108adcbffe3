import type { ReactNode } from 'react'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'

interface StaleDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Saves the user's own changes over theirs. */
  onKeepMine: () => void
  /** Drops the user's own changes. */
  onTakeTheirs: () => void
  /** The differences. */
  children: ReactNode
}

/** Asks what is to be kept when two people have changed the same record. */
export function StaleDialog({ isOpen, onClose, onKeepMine, onTakeTheirs, children }: StaleDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.drafts.stale} text={t.drafts.staleText} at="drawer">
      {children}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t.drafts.keepEditing}</Button>
        <Button onClick={onTakeTheirs}>{t.drafts.takeTheirs}</Button>
        <Button variant="strong" onClick={onKeepMine}>
          {t.drafts.keepMine}
        </Button>
      </div>
    </Dialog>
  )
}
