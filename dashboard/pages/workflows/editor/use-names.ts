import { useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import type { Draft } from '../../../shared/workflow-draft/draft.js'
import type { Names } from '../../../shared/workflow-graph/step-summary.js'

const LONG_MS = 5 * 60_000

/** The names of the templates that a draft refers to, by their ids. */
export function useNames(projectId: string, { steps }: Draft): Names {
  const ids = [...new Set(steps.flatMap(({ templateId }) => templateId ?? []))]
  const names = useQueries({
    queries: ids.map((id) => ({
      ...read('GET /templates/:id', { projectId, params: { id } }),
      staleTime: LONG_MS,
    })),
    combine: (results) => results.map(({ data }) => data?.name ?? '').join('\n'),
  })
  const key = ids.join('\n')
  return useMemo(() => {
    const all = names.split('\n')
    const known = key.split('\n').map((id, index): [string, string] => [id, all[index] ?? ''])
    return new Map(known.filter(([, name]) => name !== ''))
  }, [key, names])
}
