import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { useSubmit } from '../use-submit.js'

/** The label of a button, and where it leads. */
export interface ButtonDialogProps {
  onClose: () => void
  onInsert: (button: { label: string; url: string }) => void
}

/** Asks for the label and the link of a button before it is put into the message. */
export function ButtonDialog({ onClose, onInsert }: ButtonDialogProps) {
  const { onSubmit } = useSubmit(({ label = '', url = '' }) => {
    onClose()
    onInsert({ label: label.trim(), url: url.trim() })
    return Promise.resolve()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.content.buttonTitle}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t.content.buttonLabel}>
          {(ids) => <Input {...ids} name="label" required autoFocus autoComplete="off" />}
        </Field>
        <Field label={t.content.buttonUrl} hint={t.content.buttonUrlHint}>
          {(ids) => <Input {...ids} name="url" type="url" required autoComplete="off" />}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong">
            {t.content.insertButtonAction}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
