import { t } from '../../../../messages/index.js'
import { useProjectId } from '../../../../session/project.js'
import { describeError } from '../../../../shared/failure.js'
import { liftSuppression, suppress } from '../../../../shared/suppressions.js'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.js'
import type { Contact } from '../use-contact-patch.js'

/** Suppresses the address of a contact, or lifts its suppression, after explaining the effect. */
export function SuppressionDialog({
  contact: { email, suppression },
  onClose,
}: {
  contact: Contact
  onClose: () => void
}) {
  const projectId = useProjectId()
  const reason = suppression?.reason
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={reason ? t.suppressions.liftOne(email) : t.suppressions.suppressOne(email)}
      text={reason ? t.suppressions.warnings[reason] : t.suppressions.suppressText}
      action={reason ? t.suppressions.lift : t.suppressions.add}
      onConfirm={() => (reason ? liftSuppression(projectId, email) : suppress(projectId, email))}
      describeError={describeError}
    />
  )
}
