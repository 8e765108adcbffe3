import { useEffect, useRef } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { useFollowJob } from '../../../shared/use-follow-job.js'
import { Button } from '../../../ui/button.js'
import { notify } from '../../../ui/toast.js'
import type { ImportDraft } from './import-draft.js'
import { StepButtons } from './step-buttons.js'
import { UploadProgress } from './upload-progress.js'
import { useUpload } from './use-upload.js'

interface RunStepProps {
  draft: ImportDraft
  onLast: () => void
  /** Receives whether no upload runs, so that leaving would lose the file and the choices. */
  onIdle: (isIdle: boolean) => void
}

/** Sends the file and opens the page of its import. After the user has left, the job toast follows the import. */
export function RunStep({ draft, onLast, onIdle }: RunStepProps) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const followJob = useFollowJob()
  const isHere = useRef(true)
  const onSent = (jobId: string): void => {
    followJob('import', jobId)
    const search = draft.options.segmentId === '' ? {} : { segment: draft.options.segmentId }
    if (isHere.current) {
      void navigate({ to: '/p/$projectId/contacts/import/$jobId', params: { projectId, jobId }, search })
    }
  }
  const onFailed = (retry: () => void): void => {
    if (!isHere.current) notify(t.imports.uploadFailed(draft.file.name), { label: t.common.retry, run: retry })
  }
  const { state, start, stop } = useUpload(draft, { dryRun: false, onSent, onFailed })
  const hasBegun = useRef(false)
  useEffect(() => {
    isHere.current = true
    if (!hasBegun.current) void start()
    hasBegun.current = true
    return () => void (isHere.current = false)
    // The upload begins once, when the step is reached.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const mayGoBack = state.step === 'failed' || state.step === 'stopped'
  useEffect(() => onIdle(mayGoBack), [onIdle, mayGoBack])
  return (
    <div className="flex flex-col gap-4">
      <UploadProgress state={state} onStop={stop} onRetry={() => void start()} />
      {mayGoBack && (
        <StepButtons onLast={onLast}>
          <Button variant="strong" onClick={() => void start()}>
            {t.common.retry}
          </Button>
        </StepButtons>
      )}
    </div>
  )
}
