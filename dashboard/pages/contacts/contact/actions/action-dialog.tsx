import { useState, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '../../../../api/api-error.js'
import { t } from '../../../../messages/index.js'
import { describeError } from '../../../../shared/failure.js'
import { Button } from '../../../../ui/button.js'
import { Dialog } from '../../../../ui/dialog.js'
import { ErrorText } from '../../../../ui/error-text.js'

interface ActionDialogProps {
  title: string
  text: string
  action: string
  /** A required value is missing. */
  isIncomplete: boolean
  onClose: () => void
  /** Resolves once the action is done and the dialog may close. The dialog shows the message of an error otherwise. */
  onAction: () => Promise<void>
  children: ReactNode
}

/** A form over the page of a contact for one action; it waits for the answer. */
export function ActionDialog({ title, text, action, isIncomplete, onClose, onAction, children }: ActionDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setErrorMessage(null)
    try {
      await onAction()
      onClose()
    } catch (error) {
      setErrorMessage(textOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {children}
        <ErrorText text={errorMessage} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy} disabled={isIncomplete}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function textOf(error: unknown): string {
  const errors = error instanceof ApiError ? error.errors.map(({ message }) => message) : []
  return errors.length > 0 ? errors.join(' ') : describeError(error).message
}
