import { t } from '../messages/index.js'
import { Button } from '../ui/button.js'
import type { Submission } from './use-submit.js'
import { ErrorText } from '../ui/error-text.js'

/** The end of a form in a dialog: what is wrong with the whole, the way out, and the action. */
export function FormFoot({
  submission: { isBusy, message },
  submit,
  onCancel,
}: {
  submission: Submission
  submit: string
  onCancel: () => void
}) {
  return (
    <>
      <ErrorText text={message} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel} disabled={isBusy}>
          {t.common.cancel}
        </Button>
        <Button type="submit" variant="strong" isBusy={isBusy}>
          {submit}
        </Button>
      </div>
    </>
  )
}
