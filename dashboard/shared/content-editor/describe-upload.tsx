import { useQueryClient } from '@tanstack/react-query'
import { MAX_ALT_LENGTH } from '../../../models/domain/images/image.js'
import { call } from '../../api/client.js'
import type { UploadedImage } from '../../api/operations.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Dialog } from '../../ui/dialog.js'
import { Field } from '../../ui/field.js'
import { Input } from '../../ui/input.js'
import { FormFoot } from '../form-foot.js'
import { useSubmit } from '../use-submit.js'

/** Asks for the text that says what an image shows, by which the library finds it. */
export function DescribeUpload({ image, onClose }: { image: UploadedImage; onClose: () => void }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const submission = useSubmit(async ({ alt = '' }) => {
    await call('PATCH /uploads/:id', { projectId, params: { id: image.id }, body: { alt } })
    await client.invalidateQueries({ queryKey: [projectId, 'GET /uploads'] })
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.content.editAlt}>
      <form onSubmit={submission.onSubmit} className="flex flex-col gap-4">
        <Field label={t.content.alt} hint={t.content.altHint} error={submission.errors['alt']}>
          {(ids) => (
            <Input
              {...ids}
              name="alt"
              autoFocus
              autoComplete="off"
              maxLength={MAX_ALT_LENGTH}
              defaultValue={image.alt ?? ''}
            />
          )}
        </Field>
        <FormFoot submission={submission} submit={t.common.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
