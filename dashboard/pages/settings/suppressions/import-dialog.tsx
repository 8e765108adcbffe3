import { useState } from 'react'
import { upload } from '../../../api/upload-file.js'
import { formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { describeError } from '../../../shared/failure.js'
import { useFollowJob } from '../../../shared/use-follow-job.js'
import { ConfirmDialog } from '../../../ui/confirm-dialog.js'
import { Field } from '../../../ui/field.js'
import { ProgressBar } from '../../../ui/progress-bar.js'

/** Suppresses the addresses of a file; the job is followed from then on. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId()
  const followJob = useFollowJob()
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const send = async (): Promise<void> => {
    if (!file) throw new Error(t.imports.choose)
    const { signal } = new AbortController()
    try {
      const sent = { projectId, file, fileName: file.name, onProgress: setShare, signal }
      followJob('import', (await upload('POST /suppressions/import', sent)).jobId)
    } finally {
      setShare(null)
    }
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.suppressions.importTitle}
      text={t.suppressions.importText}
      action={t.suppressions.importAction}
      isDangerous={false}
      onConfirm={send}
      describeError={(error) => (file ? describeError(error) : { message: t.imports.choose })}
    >
      <Field label={t.suppressions.file}>
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl"
            className="w-full min-w-0"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {share !== null && (
        <ProgressBar label={t.imports.sending} value={share} total={1} note={formatRate(Math.floor(share * 100))} />
      )}
    </ConfirmDialog>
  )
}
