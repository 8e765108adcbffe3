import type { ReactNode } from 'react'
import { ApiError } from '../api/api-error.js'
import type { Answer, Endpoint } from '../api/client.js'
import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'

/**
 * The record as somebody else has saved it since, as the endpoint answers it, where this is why a change was refused;
 * null otherwise.
 */
export function currentOf<E extends Endpoint>(_endpoint: E, error: unknown): Answer<E> | null {
  const isStale = error instanceof ApiError && error.details['reason'] === 'stale'
  return isStale ? ((error.details['current'] ?? null) as Answer<E> | null) : null
}

interface StaleDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Saves one's own changes over theirs. */
  onKeepMine: () => void
  /** Drops one's own changes. */
  onTakeTheirs: () => void
  /** What differs. */
  children: ReactNode
}

/** Asks what is to be kept when two people have changed the same record. */
export function StaleDialog({ isOpen, onClose, onKeepMine, onTakeTheirs, children }: StaleDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.drafts.stale} text={t.drafts.staleText} at="drawer">
      {children}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t.drafts.goOn}</Button>
        <Button onClick={onTakeTheirs}>{t.drafts.takeTheirs}</Button>
        <Button look="strong" onClick={onKeepMine}>
          {t.drafts.keepMine}
        </Button>
      </div>
    </Dialog>
  )
}
