import { useEffect, useRef, useState } from 'react'
import { useProjectId } from '../../../session/project.js'
import type { ImportDraft } from './import-draft.js'
import { runUpload } from './run-upload.js'

/** An upload of the file, as far as it is. */
export type UploadState =
  | { step: 'none' }
  | { step: 'sending'; share: number }
  | { step: 'sent'; jobId: string }
  | { step: 'failed'; error: unknown }
  | { step: 'stopped' }

interface Upload {
  /** Nothing is changed. Such an upload is stopped when its step is left: nobody would see what it finds. */
  dryRun: boolean
  onSent?: (jobId: string) => void
  onFailed?: (retry: () => void) => void
}

/** Sends the file of a draft on demand. What comes of it is told also when the page was left meanwhile. */
export function useUpload(draft: ImportDraft, { dryRun, onSent, onFailed }: Upload) {
  const projectId = useProjectId()
  const [state, setState] = useState<UploadState>({ step: 'none' })
  const stop = useRef<AbortController | null>(null)
  const start = async (): Promise<void> => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setState({ step: 'sending', share: 0 })
    const onProgress = (share: number): void => setState({ step: 'sending', share })
    try {
      const jobId = await runUpload(draft, { projectId, dryRun, onProgress, signal })
      setState({ step: 'sent', jobId })
      onSent?.(jobId)
    } catch (error) {
      setState(signal.aborted ? { step: 'stopped' } : { step: 'failed', error })
      if (!signal.aborted) onFailed?.(() => void start())
    }
  }
  useEffect(() => () => void (dryRun && stop.current?.abort()), [dryRun])
  return { state, start, stop: () => stop.current?.abort(), reset: () => setState({ step: 'none' }) }
}
