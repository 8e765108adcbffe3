import { lazyPart } from '../lazy-part.js'
import type { ArchivedNoticeProps } from './archived-notice.js'
import type { ArchivedKind } from './bulk-change.js'
import { useArchive, type Archivable } from './use-archive.js'

const ArchivedNotice = lazyPart<ArchivedNoticeProps, 'ArchivedNotice'>(
  () => import('./archived-notice.js'),
  'ArchivedNotice',
)

interface ArchivedBannerProps {
  kind: ArchivedKind
  record: Archivable
  /** Whether the record only has its results left. */
  isOver?: boolean
}

/** Says of a record that it is archived, if it is, and restores it. */
export function ArchivedBanner({ kind, record, isOver = false }: ArchivedBannerProps) {
  const archive = useArchive(kind)
  return record.archived && <ArchivedNotice kind={kind} isOver={isOver} onRestore={() => archive(record)} />
}
