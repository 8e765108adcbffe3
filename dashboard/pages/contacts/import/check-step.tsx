import { useEffect, useState } from 'react'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { isOver, useImportJob } from '../../../shared/job-progress.js'
import { Button } from '../../../ui/button.js'
import { addressOf, type ImportDraft, type ImportOptions } from './import-draft.js'
import { ImportResult } from './import-result.js'
import { OptionFields } from './option-fields.js'
import { StepButtons } from './step-buttons.js'
import { countAddresses } from './survey-file.js'
import { UploadProgress } from './upload-progress.js'
import { useUpload } from './use-upload.js'

interface CheckStepProps {
  draft: ImportDraft
  onChange: (options: ImportOptions) => void
  onLast: () => void
  onNext: () => void
}

/** What happens with the contacts, and what the import would do: the API reads the whole file and changes nothing. */
export function CheckStep({ draft, onChange, onLast, onNext }: CheckStepProps) {
  const { state, start, stop, reset } = useUpload(draft, { dryRun: true })
  const change = (options: ImportOptions): void => {
    stop()
    reset()
    onChange(options)
  }
  return (
    <div className="flex flex-col gap-4">
      <OptionFields options={draft.options} onChange={change} />
      <UploadProgress state={state} onStop={stop} onRetry={() => void start()} />
      {state.step === 'sent' ? (
        <Checked draft={draft} jobId={state.jobId} onLast={onLast} onNext={onNext} />
      ) : (
        <StepButtons onLast={onLast}>
          <Button onClick={onNext} disabled={state.step === 'sending'}>
            {t.imports.skip}
          </Button>
          <Button look="strong" isBusy={state.step === 'sending'} onClick={() => void start()}>
            {t.imports.check}
          </Button>
        </StepButtons>
      )}
    </div>
  )
}

function Checked({ draft, jobId, onLast, onNext }: Omit<CheckStepProps, 'onChange'> & { jobId: string }) {
  const projectId = useProjectId()
  const query = useImportJob(projectId, jobId)
  const job = query.data
  const double = useDoubleAddresses(draft)
  const importable = job ? job.result.total - job.result.failed : 0
  const isDone = job !== undefined && isOver(job)
  return (
    <>
      <ImportResult projectId={projectId} query={query} double={double} />
      <StepButtons onLast={onLast}>
        <Button look="strong" disabled={!isDone || importable === 0} onClick={onNext}>
          {isDone ? t.imports.importCount(formatNumber(importable)) : t.imports.import}
        </Button>
      </StepButtons>
    </>
  )
}

/** The double addresses of the file, which the browser counts; null until they are counted, or where it cannot. */
function useDoubleAddresses(draft: ImportDraft): number | null {
  const [double, setDouble] = useState<number | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    countAddresses(draft.file, draft.format, { signal, addressOf: addressOf(draft) }).then(
      (counts) => signal.aborted || setDouble(counts.double),
      () => undefined,
    )
    return () => stop.abort()
  }, [draft])
  return double
}
