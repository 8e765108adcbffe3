import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { call } from '../api/client.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Field } from '../ui/field.js'
import { Input } from '../ui/input.js'
import { useSubmit } from './use-submit.js'
import { ErrorText } from '../ui/error-text.js'

/** The condition that becomes a segment. */
export interface SaveAsSegmentProps {
  onClose: () => void
  condition: ConditionTree
}

/** Makes a segment of a condition, and opens it. */
export function SaveAsSegment({ onClose, condition }: SaveAsSegmentProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t.segments.saveAs} text={t.segments.saveAsText}>
      <NameForm condition={condition} />
    </Dialog>
  )
}

function NameForm({ condition }: { condition: ConditionTree }) {
  const projectId = useProjectId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ name = '' }) => {
    const segment = await call('POST /segments', { projectId, body: { name, type: 'DYNAMIC', condition } })
    await client.invalidateQueries({ queryKey: [projectId, 'GET /segments'] })
    await navigate({ to: '/p/$projectId/segments/$segmentId', params: { projectId, segmentId: segment.id } })
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t.segments.name} error={errors['name']}>
        {(ids) => <Input {...ids} name="name" required maxLength={100} autoComplete="off" />}
      </Field>
      <ErrorText text={message} />
      <div className="flex justify-end">
        <Button type="submit" variant="strong" isBusy={isBusy}>
          {t.segments.newSegment}
        </Button>
      </div>
    </form>
  )
}
