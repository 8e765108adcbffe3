import { useMemo, useState } from 'react'
import { Download, Plus, Upload } from 'lucide-react'
import { call } from '../../../api/client.js'
import { useCommands } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { showError } from '../../../shared/show-error.js'
import { useFollowJob } from '../../../shared/use-follow-job.js'
import { Button } from '../../../ui/button.js'
import { AddDialog } from './add-dialog.js'
import { ImportDialog } from './import-dialog.js'

/** The actions on the list of suppressed addresses as a whole. */
export function SuppressionActions() {
  const projectId = useProjectId()
  const followJob = useFollowJob()
  const [open, setOpen] = useState<'none' | 'add' | 'import'>('none')
  const close = (): void => setOpen('none')
  useCommands(
    useMemo(
      () => [{ id: 'suppress', title: t.suppressions.add, group: 'page', keys: 'c', run: () => setOpen('add') }],
      [],
    ),
  )
  const exportAll = async (): Promise<void> => {
    try {
      const { jobId } = await call('POST /exports', {
        projectId,
        body: { kind: 'suppressions', format: 'csv', bom: true },
      })
      followJob('export', jobId)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Download} onClick={() => void exportAll()}>
        {t.suppressions.export}
      </Button>
      <Button icon={Upload} onClick={() => setOpen('import')}>
        {t.suppressions.import}
      </Button>
      <Button icon={Plus} onClick={() => setOpen('add')}>
        {t.suppressions.add}
      </Button>
      {open === 'add' && <AddDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
    </div>
  )
}
