import { useQueryClient } from '@tanstack/react-query'
import { BILLING_CATEGORIES } from '../../../../models/domain/billing.js'
import { call, type Answer } from '../../../api/client.js'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { FormFoot } from '../../../shared/form-foot.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Dialog } from '../../../ui/dialog.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { limitsOf, textsOf } from './limits.js'

/** The limits on the emails of a month, which protect from surprises. */
export function LimitsDialog({
  limits,
  onClose,
}: {
  limits: Answer<'GET /users/@me/projects/:id/billing-limits'>
  onClose: () => void
}) {
  const id = useProjectId()
  const client = useQueryClient()
  const texts = textsOf(limits)
  const submission = useSubmit(async (values) => {
    const changed = await call('PUT /users/@me/projects/:id/billing-limits', { params: { id }, body: limitsOf(values) })
    const { queryKey } = read('GET /users/@me/projects/:id/billing-limits', { params: { id } })
    client.setQueryData(queryKey, changed)
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.settings.changeLimits} text={t.settings.limitsText}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        {BILLING_CATEGORIES.map((category) => (
          <Field key={category} label={t.settings.categories[category]} error={submission.errors[category]}>
            {(ids) => (
              <Input
                {...ids}
                name={category}
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                placeholder={t.settings.noLimit}
                defaultValue={texts[category]}
              />
            )}
          </Field>
        ))}
        <FormFoot submission={submission} submit={t.common.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
