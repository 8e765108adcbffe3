import { useRef, useState } from 'react'
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

/** Sends the file of a draft on demand. `onSent` is called also when the page was left meanwhile. */
export function useUpload(
  draft: ImportDraft,
  { dryRun, onSent }: { dryRun: boolean; onSent?: (jobId: string) => void },
) {
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
    }
  }
  return { state, start, stop: () => stop.current?.abort(), reset: () => setState({ step: 'none' }) }
}
