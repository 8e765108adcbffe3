import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { suppress } from '../../../shared/suppressions.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { toast } from '../../../ui/toast.js'
import { ErrorText } from '../../../ui/error-text.js'

/** Suppresses one address by hand. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ email = '' }) => {
    await suppress(projectId, email)
    toast(t.suppressions.suppressed)
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.suppressions.add} text={t.suppressions.suppressText}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t.suppressions.columns.email} error={errors['email']}>
          {(ids) => <Input {...ids} name="email" type="email" required autoFocus autoComplete="off" />}
        </Field>
        <ErrorText text={message} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy}>
            {t.suppressions.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
