import { ArchiveRestore } from 'lucide-react'
import { t } from '../../messages/index.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import type { ArchivedKind } from './bulk-change.js'

/** An archived record of a kind. */
export interface ArchivedNoticeProps {
  kind: ArchivedKind
  /** Whether the record only has its results left. */
  isOver: boolean
  onRestore: () => void
}

/** Says that a record is archived, and restores it. */
export function ArchivedNotice({ kind, isOver, onRestore }: ArchivedNoticeProps) {
  return (
    <Banner
      title={t.bulk.banners[kind]}
      action={
        <Button icon={ArchiveRestore} onClick={onRestore}>
          {t.archive.restore}
        </Button>
      }
    >
      {isOver ? t.bulk.resultsText : t.bulk.bannerTexts[kind]}
    </Banner>
  )
}
