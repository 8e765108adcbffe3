import { useState, type ReactNode } from 'react'
import { t } from '../messages/index.js'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Field } from './field.js'
import { Input } from './input.js'
import { ErrorText } from './error-text.js'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The effects of the action. */
  text: string
  /** The action in words, as "Delete 12 contacts". */
  action: string
  /** Resolves when it is done; the dialog closes then, and shows the message of an error otherwise. */
  onConfirm: () => Promise<void>
  /** The message for an error of `onConfirm`. */
  describeError: (error: unknown) => { message: string }
  /** An irreversible action needs this name typed. */
  nameToType?: string
  isDangerous?: boolean
  children?: ReactNode
}

/** Asks before an action that waits for its answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, action, nameToType, isDangerous = true, children } = props
  const { typed, setTyped, isBusy, errorMessage, close, confirm } = useConfirmation(props)
  return (
    <Dialog isOpen={isOpen} {...(isBusy ? {} : { onClose: close })} title={title} text={text}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        {children}
        {nameToType !== undefined && (
          <Field label={t.common.typeName(nameToType)}>
            {(ids) => (
              <Input
                {...ids}
                autoFocus
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        <ErrorText text={errorMessage} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close} disabled={isBusy}>
            {t.common.cancel}
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'strong'}
            isBusy={isBusy}
            disabled={nameToType !== undefined && typed !== nameToType}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useConfirmation({ onClose, onConfirm, describeError }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const close = (): void => {
    setTyped('')
    setErrorMessage(null)
    onClose()
  }
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setErrorMessage(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setErrorMessage(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { typed, setTyped, isBusy, errorMessage, close, confirm }
}
