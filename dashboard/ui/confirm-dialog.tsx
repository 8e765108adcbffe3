import { useState, type ReactNode } from 'react'
import { t } from '../messages/index.js'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Field } from './field.js'
import { Input } from './input.js'
import { FaultText } from './fault-text.js'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The effects of the act. */
  text: string
  /** The act in words, as "Delete 12 contacts". */
  act: string
  /** Resolves when it is done; the dialog closes then, and shows the words of an error otherwise. */
  onConfirm: () => Promise<void>
  /** The words for an error of `onConfirm`. */
  wordsFor: (error: unknown) => { message: string }
  /** An irreversible act needs this name typed. */
  nameToType?: string
  isDangerous?: boolean
  children?: ReactNode
}

/** Asks before an act that waits for its answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, act, nameToType, isDangerous = true, children } = props
  const { typed, setTyped, isBusy, fault, close, confirm } = useConfirmation(props)
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
        <FaultText text={fault} />
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
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useConfirmation({ onClose, onConfirm, wordsFor }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const close = (): void => {
    setTyped('')
    setFault(null)
    onClose()
  }
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setFault(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFault(wordsFor(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { typed, setTyped, isBusy, fault, close, confirm }
}
