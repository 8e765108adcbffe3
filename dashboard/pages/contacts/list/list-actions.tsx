import { useMemo, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Columns3, Download, Plus, Upload } from 'lucide-react'
import { useCommands } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { lazyPart } from '../../../shared/lazy-part.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { ColumnDialog } from './column-dialog.js'
import type { ExportDialogProps } from './export-dialog.js'
import type { filterOf } from './selection.js'

const ExportDialog = lazyPart<ExportDialogProps, 'ExportDialog'>(() => import('./export-dialog.js'), 'ExportDialog')
const NewContactDialog = lazyPart<{ onClose: () => void }, 'NewContactDialog'>(
  () => import('./new-contact-dialog.js'),
  'NewContactDialog',
)

interface ListActionsProps {
  filter: ReturnType<typeof filterOf>
  isFiltered: boolean
  choice: readonly string[]
  onChoose: (choice: readonly string[]) => void
}

/** The actions on the list of contacts as a whole. */
export function ListActions({ filter, isFiltered, choice, onChoose }: ListActionsProps) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'none' | 'columns' | 'export' | 'create'>('none')
  const close = (): void => setOpen('none')
  const commands = useMemo(
    () => [
      {
        id: 'import-contacts',
        title: t.contacts.import,
        group: 'page' as const,
        run: () => void navigate({ to: '/p/$projectId/contacts/import', params: { projectId } }),
      },
      { id: 'export-contacts', title: t.contacts.export, group: 'page' as const, run: () => setOpen('export') },
      { id: 'contact-columns', title: t.contacts.columnsTitle, group: 'page' as const, run: () => setOpen('columns') },
      { id: 'new-contact', title: t.contacts.create, group: 'page' as const, keys: 'c', run: () => setOpen('create') },
    ],
    [navigate, projectId],
  )
  useCommands(commands)
  const [, goExport, goColumns, goCreate] = commands
  return (
    <>
      <Button icon={Columns3} onClick={goColumns?.run}>
        {t.contacts.columnsAction}
      </Button>
      <Button icon={Download} onClick={goExport?.run}>
        {t.contacts.exportShort}
      </Button>
      <ButtonLink icon={Upload} to="/p/$projectId/contacts/import" params={{ projectId }}>
        {t.contacts.importShort}
      </ButtonLink>
      <Button icon={Plus} variant="strong" onClick={goCreate?.run}>
        {t.contacts.create}
      </Button>
      <ColumnDialog isOpen={open === 'columns'} onClose={close} choice={choice} onChange={onChoose} />
      {open === 'export' && <ExportDialog filter={filter} isFiltered={isFiltered} onClose={close} />}
      {open === 'create' && <NewContactDialog onClose={close} />}
    </>
  )
}
