import { Download } from 'lucide-react'
import { t } from '../messages/index.js'
import { FileButton } from './file-button.js'

/** Downloads the file of an export under its name. */
export function ExportFileButton({ projectId, jobId, name }: { projectId: string; jobId: string; name: string }) {
  return (
    <FileButton
      icon={Download}
      label={t.jobs.download}
      path="/exports/:jobId/file"
      projectId={projectId}
      params={{ jobId }}
      name={name}
    />
  )
}
