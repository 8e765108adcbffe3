import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { isOver, useImportJob } from '../../../shared/job-progress.js'
import { Button } from '../../../ui/button.js'
import { AddressCounts } from './address-counts.js'
import type { ImportDraft, ImportOptions } from './import-draft.js'
import { ImportResult } from './import-result.js'
import { OptionFields } from './option-fields.js'
import { StepButtons } from './step-buttons.js'
import { UploadProgress } from './upload-progress.js'
import { useAddressCounts } from './use-address-counts.js'
import { useUpload } from './use-upload.js'

interface CheckStepProps {
  draft: ImportDraft
  onChange: (options: ImportOptions) => void
  onLast: () => void
  onNext: () => void
}

/**
 * Shows the invalid addresses of the file, which this browser counts first; the options for the contacts; and the
 * result of a dry run: the API reads the whole file and changes nothing.
 */
export function CheckStep({ draft, onChange, onLast, onNext }: CheckStepProps) {
  const { state, start, stop, reset } = useUpload(draft, { dryRun: true })
  const counts = useAddressCounts(draft)
  // The encoding is certain only after the whole file was read.
  const isCounting = counts.step === 'counting'
  const change = (options: ImportOptions): void => {
    stop()
    reset()
    onChange(options)
  }
  return (
    <div className="flex flex-col gap-4">
      <AddressCounts counts={counts} />
      <OptionFields options={draft.options} onChange={change} />
      <UploadProgress state={state} onStop={stop} onRetry={() => void start()} />
      {state.step === 'sent' ? (
        <Checked jobId={state.jobId} onLast={onLast} onNext={onNext} />
      ) : (
        <StepButtons onLast={onLast}>
          <Button onClick={onNext} disabled={isCounting || state.step === 'sending'}>
            {t.imports.skip}
          </Button>
          <Button variant="strong" disabled={isCounting} isBusy={state.step === 'sending'} onClick={() => void start()}>
            {t.imports.check}
          </Button>
        </StepButtons>
      )}
    </div>
  )
}

function Checked({ jobId, onLast, onNext }: Pick<CheckStepProps, 'onLast' | 'onNext'> & { jobId: string }) {
  const projectId = useProjectId()
  const query = useImportJob(projectId, jobId)
  const job = query.data
  const importable = job ? job.result.total - job.result.failed : 0
  const isDone = job !== undefined && isOver(job)
  return (
    <>
      <ImportResult projectId={projectId} query={query} />
      <StepButtons onLast={onLast}>
        <Button variant="strong" disabled={!isDone || importable === 0} onClick={onNext}>
          {isDone ? t.imports.importCount(formatNumber(importable)) : t.imports.import}
        </Button>
      </StepButtons>
    </>
  )
}
