import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Failure } from '../../../shared/failure.js'
import { Skeleton } from '../../../ui/skeleton.js'

const SHOWN = 50
const MAX_LENGTH = 100

/** The first values that a field has, each once. */
export function FieldValues({ field }: { field: string }) {
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery(
    read('GET /contacts/fields/:field/values', { projectId, params: { field }, query: { limit: SHOWN } }),
  )
  return (
    <section>
      <h3 className="mb-1 font-medium">{t.settings.values}</h3>
      {data?.values.length === 0 && <p className="text-muted">{t.settings.noValues}</p>}
      {data && data.values.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {data.values.map((value) => (
            <li key={JSON.stringify(value)} className="max-w-full rounded-control bg-raised px-2 py-0.5 break-all">
              {shorten(String(value))}
            </li>
          ))}
        </ul>
      )}
      {data && data.count >= SHOWN && <p className="mt-2 text-small text-muted">{t.settings.firstValues(SHOWN)}</p>}
      {data?.isEstimate && <p className="mt-2 text-small text-muted">{t.settings.sampledValues}</p>}
      {!data && (error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton className="w-40" />)}
    </section>
  )
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
