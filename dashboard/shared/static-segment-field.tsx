import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { Field } from '../ui/field.js'
import { Select } from '../ui/input.js'
import { Skeleton } from '../ui/skeleton.js'
import { Failure } from './failure.js'

interface StaticSegmentFieldProps {
  /** The id of the segment; empty for none. */
  value: string
  onChange: (id: string) => void
  label?: string
  hint?: string
}

/** A choice from the static segments of the project. */
export function StaticSegmentField({ value, onChange, label = t.contacts.segment, hint }: StaticSegmentFieldProps) {
  const projectId = useProjectId()
  const query = useQuery(read('GET /segments', { projectId }))
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="h-8" />
  const segments = query.data.filter(({ type }) => type === 'STATIC')
  if (segments.length === 0) return <p className="text-muted">{t.contacts.noStaticSegments}</p>
  const options = [{ value: '', label: t.common.none }, ...segments.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <Field label={label} hint={hint}>
      {(ids) => <Select {...ids} options={options} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
