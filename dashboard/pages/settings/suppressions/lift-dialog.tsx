import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { describeError } from '../../../shared/failure.js'
import { liftSuppression } from '../../../shared/suppressions.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { toast } from '../../../ui/toast.js'
import type { Suppression } from './suppression-table.js'

/** Warns before mail goes to a suppressed address again. */
export function LiftDialog({
  suppression: { email, reason },
  onClose,
}: {
  suppression: Suppression
  onClose: () => void
}) {
  const projectId = useProjectId()
  const lift = async (): Promise<void> => {
    await liftSuppression(projectId, email)
    toast(t.suppressions.lifted)
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.suppressions.liftOne(email)}
      text={t.suppressions.warnings[reason]}
      action={t.suppressions.lift}
      onConfirm={lift}
      describeError={describeError}
    />
  )
}
