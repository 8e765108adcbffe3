import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { formatNumber } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import { Failure } from '../../../shared/failure.js'
import { useProjectId } from '../../../session/project.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { TextLink } from '../../../ui/link.js'
import { Skeleton } from '../../../ui/skeleton.js'

interface SegmentFieldProps {
  value: string | null
  onChange: (segmentId: string | null) => void
  error?: string | undefined
}

/** Chooses the segment of an audience. */
export function SegmentField({ value, onChange, error }: SegmentFieldProps) {
  const projectId = useProjectId()
  const { data: segments, error: loadError, refetch } = useQuery(read('GET /segments', { projectId }))
  if (!segments)
    return loadError ? <Failure error={loadError} onRetry={() => void refetch()} /> : <Skeleton className="h-8 w-64" />
  if (segments.length === 0) {
    return (
      <p className="text-muted">
        {t.campaigns.noSegments}{' '}
        <TextLink to="/p/$projectId/segments" params={{ projectId }}>
          {t.campaigns.toSegments}
        </TextLink>
      </p>
    )
  }
  const isGone = value !== null && !segments.some(({ id }) => id === value)
  const options = segments
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name, memberCount, exact }) => ({
      value: id,
      label: t.campaigns.segmentOption(name, exact ? formatNumber(memberCount) : null),
    }))
  return (
    <Field label={t.campaigns.segment} error={error ?? (isGone ? t.campaigns.segmentGone : undefined)}>
      {(ids) => (
        <Select
          {...ids}
          options={[{ value: '', label: t.campaigns.chooseSegment }, ...options]}
          value={isGone ? '' : (value ?? '')}
          onChange={({ target }) => onChange(target.value || null)}
        />
      )}
    </Field>
  )
}
