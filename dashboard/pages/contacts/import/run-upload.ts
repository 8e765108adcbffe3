import { upload } from '../../../api/upload-file.js'
import { queryOf, type ImportDraft } from './import-draft.js'
import { inUtf8 } from './transcode.js'

interface Run {
  projectId: string
  dryRun: boolean
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends the file of a draft and returns the id of its job. The upload continues on other pages of the dashboard; the
 * browser asks before its tab is closed.
 */
export async function runUpload(draft: ImportDraft, { projectId, dryRun, onProgress, signal }: Run): Promise<string> {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  try {
    const file = await inUtf8(draft.file, draft.format.encoding, signal)
    const query = queryOf(draft, { dryRun })
    const sent = { projectId, query, file, fileName: draft.file.name, onProgress, signal }
    return (await upload('POST /contacts/import', sent)).jobId
  } finally {
    window.removeEventListener('beforeunload', ask)
  }
}
