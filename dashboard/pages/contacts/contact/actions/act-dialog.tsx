import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '../../../../api/api-error.js'
import { t } from '../../../../messages/index.js'
import { wordsFor } from '../../../../shared/failure.js'
import { Button } from '../../../../ui/button.js'
import { Dialog } from '../../../../ui/dialog.js'
import { FaultText } from '../../../../ui/fault-text.js'

interface ActDialogProps {
  title: string
  text: string
  act: string
  /** A required value is missing. */
  isIncomplete: boolean
  onClose: () => void
  /** Resolves once the action is done and the dialog may close. The dialog shows the words of an error otherwise. */
  onAct: () => Promise<void>
  children: ReactNode
}

/** A form over the page of a contact for one action; it waits for the answer. */
export function ActDialog({ title, text, act, isIncomplete, onClose, onAct, children }: ActDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault(null)
    try {
      await onAct()
      onClose()
    } catch (error) {
      setFault(textOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {children}
        <FaultText text={fault} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={isIncomplete}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function textOf(error: unknown): string {
  const faults = error instanceof ApiError ? error.faults.map(({ message }) => message) : []
  return faults.length > 0 ? faults.join(' ') : wordsFor(error).message
}
