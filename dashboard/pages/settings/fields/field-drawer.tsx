import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { mayManage, useProject } from '../../../session/project.js'
import { Failure, describeError } from '../../../shared/failure.js'
import { NoRight } from '../../../shared/no-right.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { Dialog } from '../../../ui/dialog.js'
import { SkeletonRows } from '../../../ui/skeleton.js'
import { toast } from '../../../ui/toast.js'
import { FieldUses, countUses, type FieldUsage } from './field-uses.js'
import { FieldValues } from './field-values.js'
import { aboutIf, shownField } from './field-table.js'

function contactsOf({ contactCount, isEstimate }: FieldUsage): string {
  return aboutIf(isEstimate, formatNumber(contactCount))
}

/** The uses and the values of a custom field, and its deletion. */
export function FieldDrawer({ field, onClose }: { field: string; onClose: () => void }) {
  const project = useProject()
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const name = shownField(field)
  const input = { projectId: project.id, params: { field } }
  const { data: usage, error, refetch } = useQuery(read('GET /contacts/fields/:field/usage', input))
  const remove = async (): Promise<void> => {
    const { deletedFrom, isEstimate } = await call('DELETE /contacts/fields/:field', input)
    await client.invalidateQueries({ queryKey: [project.id] })
    toast(t.settings.fieldDeleted(name, aboutIf(isEstimate, formatNumber(deletedFrom))))
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={name} at="drawer">
      {usage && (
        <div className="flex flex-col gap-5">
          <p>{t.settings.fieldContacts(usage.contactCount, contactsOf(usage))}</p>
          <FieldUses usage={usage} />
          <FieldValues field={field} />
          {mayManage(project) ? (
            <div>
              <Button variant="danger" onClick={() => setDeleting(true)}>
                {t.settings.deleteField(name)}
              </Button>
            </div>
          ) : (
            <NoRight />
          )}
          <ConfirmDialog
            isOpen={isDeleting}
            onClose={() => setDeleting(false)}
            title={t.settings.deleteField(name)}
            text={t.settings.deleteFieldText(usage.contactCount, contactsOf(usage))}
            action={t.settings.deleteFieldAction}
            nameToType={name}
            onConfirm={remove}
            describeError={describeError}
          >
            {countUses(usage) > 0 && (
              <>
                <p className="text-warn">{t.settings.deleteFieldUses}</p>
                <FieldUses usage={usage} />
              </>
            )}
          </ConfirmDialog>
        </div>
      )}
      {!usage && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
    </Dialog>
  )
}
