import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.js'
import { t } from '../messages/index.js'
import { useProjectId } from '../session/project.js'
import { Field } from '../ui/field.js'
import { Select } from '../ui/input.js'
import { Skeleton } from '../ui/skeleton.js'
import { Failure } from './failure.js'
import { NewStaticSegment } from './new-static-segment.js'

interface StaticSegmentFieldProps {
  /** The id of the segment; empty for none. */
  value: string
  onChange: (id: string) => void
  label?: string
  hint?: string
}

// No id of a segment.
const NEW = 'new'

/** A choice from the static segments of the project, or a new one. */
export function StaticSegmentField({ value, onChange, label = t.contacts.segment, hint }: StaticSegmentFieldProps) {
  const projectId = useProjectId()
  const [isNaming, setNaming] = useState(false)
  const query = useQuery(read('GET /segments', { projectId }))
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="h-8" />
  const segments = query.data.filter(({ type }) => type === 'STATIC')
  const options = [
    { value: '', label: t.common.none },
    ...segments.map(({ id, name }) => ({ value: id, label: name })),
    { value: NEW, label: t.contacts.newStaticSegment },
  ]
  const choose = (id: string): void => {
    setNaming(id === NEW)
    onChange(id === NEW ? '' : id)
  }
  return (
    <div className="flex flex-col gap-3">
      <Field label={label} hint={hint}>
        {(ids) => (
          <Select
            {...ids}
            options={options}
            value={isNaming ? NEW : value}
            onChange={({ target }) => choose(target.value)}
          />
        )}
      </Field>
      {isNaming && <NewStaticSegment onMade={choose} onCancel={() => choose('')} />}
    </div>
  )
}
