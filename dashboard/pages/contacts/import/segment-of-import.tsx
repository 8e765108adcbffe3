import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { makeStaticSegment } from '../../../shared/new-static-segment.js'
import { useFollowJob } from '../../../shared/use-follow-job.js'
import { useSubmit } from '../../../shared/use-submit.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { ErrorText } from '../../../ui/error-text.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'

/** The import whose contacts become a segment. */
export interface SegmentOfImportProps {
  jobId: string
  onClose: () => void
}

/** Makes a manual segment of the contacts of an import, and opens it while they join. */
export function SegmentOfImport({ jobId, onClose }: SegmentOfImportProps) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const followJob = useFollowJob()
  const { isBusy, errors, message, onSubmit } = useSubmit(async ({ name = '' }) => {
    const segmentId = await makeStaticSegment(projectId, name)
    const selection = { mode: 'query' as const, filter: { importId: jobId }, excludeIds: [] }
    const joined = await call('POST /contacts/bulk-join', { projectId, body: { ...selection, segmentId } })
    followJob('bulk', joined.jobId)
    await navigate({ to: '/p/$projectId/segments/$segmentId', params: { projectId, segmentId } })
  })
  return (
    <Dialog isOpen onClose={onClose} title={t.imports.makeSegment} text={t.imports.makeSegmentText}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t.contacts.newSegmentName} error={errors['name']}>
          {(ids) => <Input {...ids} name="name" required autoFocus maxLength={100} autoComplete="off" />}
        </Field>
        <ErrorText text={message} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="strong" isBusy={isBusy}>
            {t.contacts.makeSegment}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
