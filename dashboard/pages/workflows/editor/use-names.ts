import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import type { Draft } from '../../../shared/workflow-draft/draft.js'
import type { Names } from '../../../shared/workflow-graph/step-summary.js'

const LONG_MS = 5 * 60_000
const NO_NAMES: Names = new Map()

/** The names of the templates that a draft refers to, by their ids. One that is gone has none. */
export function useNames(projectId: string, { steps }: Draft): Names {
  const client = useQueryClient()
  const ids = [...new Set(steps.flatMap(({ templateId }) => templateId ?? []))].sort()
  const { data } = useQuery({
    queryKey: [projectId, 'template names', ...ids],
    queryFn: async () => {
      const found = await Promise.allSettled(
        ids.map((id) =>
          client.fetchQuery({ ...read('GET /templates/:id', { projectId, params: { id } }), staleTime: LONG_MS }),
        ),
      )
      return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, one.value.name]] : [])))
    },
    placeholderData: keepPreviousData,
    staleTime: LONG_MS,
  })
  return data ?? NO_NAMES
}
