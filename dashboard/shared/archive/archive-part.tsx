import { ArchivedNotice } from './archived-notice.js'
import type { ArchivedKind } from './bulk-change.js'
import type { Archivable } from './use-archive.js'
import { useArchiveCommand } from './use-archive-command.js'

/** The record of a page that loads what it needs for archiving once it is shown. */
export interface ArchivePartProps {
  kind: ArchivedKind
  record: Archivable
  /** Whether the record can be archived or restored now. */
  isOffered: boolean
}

/** Offers in the palette to archive the record of a page, and says so if it is archived. */
export function ArchivePart({ kind, record, isOffered }: ArchivePartProps) {
  const archive = useArchiveCommand(kind, record, isOffered)
  return record.archived && <ArchivedNotice kind={kind} isOver={false} onRestore={() => archive(record)} />
}
