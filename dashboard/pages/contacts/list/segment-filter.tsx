import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { isMissing } from '../../../shared/failure.js'
import { useProjectId } from '../../../session/project.js'
import { IconButton } from '../../../ui/button.js'
import { TextLink } from '../../../ui/link.js'

/** Says which segment the list is of, and leads to it. */
export function SegmentFilter({ segmentId, onClear }: { segmentId: string; onClear: () => void }) {
  const projectId = useProjectId()
  const { data, error } = useQuery(read('GET /segments/:id', { projectId, params: { id: segmentId } }))
  return (
    <span className="flex min-h-8 max-w-full items-center gap-1 rounded-control border border-edge bg-surface pl-3">
      {data ? (
        <TextLink
          to="/p/$projectId/segments/$segmentId"
          params={{ projectId, segmentId }}
          className="min-w-0 break-words"
        >
          {t.contacts.inSegment(data.name)}
        </TextLink>
      ) : (
        <span className="text-muted">{isMissing(error) ? t.contacts.goneSegment : t.common.loading}</span>
      )}
      <IconButton icon={X} label={t.contacts.leaveSegment} onClick={onClear} />
    </span>
  )
}
