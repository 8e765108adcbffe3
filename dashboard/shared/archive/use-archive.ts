import { useCallback } from 'react'
import { Archive, ArchiveRestore } from 'lucide-react'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import type { MenuItem } from '../../ui/menu-groups.js'
import { showError } from '../show-error.js'
import type { ArchivedKind } from './bulk-change.js'

/** A record that can be archived. */
export interface Archivable {
  id: string
  archived: boolean
}

/** Archives one record, or restores it. */
export function useArchive(kind: ArchivedKind): (record: Archivable) => void {
  const projectId = useProjectId()
  return useCallback(
    ({ id, archived }) => {
      const operation = archived ? 'restore' : 'archive'
      // It is loaded by those who archive something.
      import('./change-records.js')
        .then(({ changeRecords }) => changeRecords(projectId, { kind, operation, ids: [id] }))
        .catch(showError)
    },
    [projectId, kind],
  )
}

/** The title of the action that archives a record, or restores an archived one. */
export const archiveTitle = (archived: boolean): string => (archived ? t.archive.restore : t.archive.archive)

/** The entry of a menu that archives a record, or restores it. */
export function archiveItem(record: Archivable, archive: (record: Archivable) => void): MenuItem {
  const { archived } = record
  return {
    label: archiveTitle(archived),
    icon: archived ? ArchiveRestore : Archive,
    onSelect: () => archive(record),
  }
}
