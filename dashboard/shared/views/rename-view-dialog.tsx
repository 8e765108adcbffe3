import { call } from '../../api/client.js'
import { MAX_VIEW_NAME_LENGTH } from '../../../models/domain/views.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { FormFoot } from '../form-foot.js'
import { useSubmit } from '../use-submit.js'
import { keepView, type View } from './views-query.js'

/** Gives a view another name. */
export function RenameViewDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const projectId = useProjectId()
  const submission = useSubmit(async ({ name = '' }) => {
    keepView(projectId, await call('PATCH /views/:id', { projectId, params: { id: view.id }, body: { name } }))
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.views.rename}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <Field label={t.views.name} error={submission.errors['name']}>
          {(ids) => (
            <Input
              {...ids}
              name="name"
              required
              autoFocus
              autoComplete="off"
              maxLength={MAX_VIEW_NAME_LENGTH}
              defaultValue={view.name ?? ''}
            />
          )}
        </Field>
        <FormFoot submission={submission} submit={t.views.rename} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
