import { ArchivedBanner } from '../../../shared/archive/archived-banner.js'
import { useArchiveCommand } from '../../../shared/archive/use-archive-command.js'

/** The workflow, as far as its archiving goes. */
export interface ArchiveOfWorkflowProps {
  workflow: { id: string; archived: boolean; enabled: boolean }
}

/** Says that the workflow is archived, if it is, and lets the palette archive or restore it. */
export function ArchiveOfWorkflow({ workflow }: ArchiveOfWorkflowProps) {
  useArchiveCommand('workflow', workflow, !workflow.enabled)
  return <ArchivedBanner kind="workflow" record={workflow} />
}
