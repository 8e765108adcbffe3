import type { SuppressionReason } from '../../models/domain/suppression-reasons.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { describeError } from './failure.js'
import { liftSuppression } from './suppressions.js'
import { ConfirmDialog } from '../ui/confirm-dialog.js'
import { toast } from '../ui/toast.js'

/** Warns before mail goes to a suppressed address again. */
export function LiftDialog({
  suppression: { email, reason },
  onClose,
}: {
  suppression: { email: string; reason: SuppressionReason }
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
