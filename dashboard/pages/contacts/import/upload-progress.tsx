import { formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { Panel } from '../../../ui/panel.js'
import { ProgressBar } from '../../../ui/progress-bar.js'
import type { UploadState } from './use-upload.js'

interface UploadProgressProps {
  state: UploadState
  onStop: () => void
  onRetry: () => void
}

/** The progress of the upload, or its error. */
export function UploadProgress({ state, onStop, onRetry }: UploadProgressProps) {
  if (state.step === 'failed') {
    return (
      <Panel>
        <Failure error={state.error} onRetry={onRetry} />
      </Panel>
    )
  }
  if (state.step === 'stopped') {
    return (
      <Banner kind="warn" action={<Button onClick={onRetry}>{t.common.retry}</Button>}>
        {t.imports.stopped}
      </Banner>
    )
  }
  if (state.step !== 'sending') return null
  return (
    <Panel isPadded>
      <ProgressBar
        label={t.imports.sending}
        value={state.share}
        total={1}
        note={formatRate(Math.floor(state.share * 100))}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">{t.imports.leaveUpload}</p>
        <Button onClick={onStop}>{t.imports.stop}</Button>
      </div>
    </Panel>
  )
}
