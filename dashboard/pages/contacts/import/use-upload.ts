import { useEffect, useRef, useState } from 'react'
import { useProjectId } from '../../../session/project.js'
import type { ImportDraft } from './import-draft.js'
import { runUpload } from './run-upload.js'

/** The state of an upload. */
export type UploadState =
  | { step: 'none' }
  | { step: 'sending'; share: number }
  | { step: 'sent'; jobId: string }
  | { step: 'failed'; error: unknown }
  | { step: 'stopped' }

interface Upload {
  /** A dry run. Leaving its step aborts it, because its result would never be shown. */
  dryRun: boolean
  onSent?: (jobId: string) => void
  onFailed?: (retry: () => void) => void
}

/** Sends the file of a draft on demand. The outcome is reported even after the user has left the page. */
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
