import { useCallback } from 'react'
import { parseField } from '../../../models/domain/conditions/condition-field.js'
import { queryClient, read } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'
import { useBuilder } from './builder-context.js'

const MOST = 200
const STALE_MS = 60_000

/** Finds the values that contacts have in a custom field and that contain a text; none for any other field. */
export function useValueSuggestions(field: string) {
  const projectId = useProjectId()
  const { fields } = useBuilder()
  const isKnown = parseField(field)?.kind === 'data' && fields.some(({ value }) => value === field)
  return useCallback(
    async (search: string): Promise<readonly unknown[]> => {
      if (!isKnown) return []
      const query = read('GET /contacts/fields/:field/values', { projectId, params: { field }, query: { limit: MOST } })
      const { values } = await queryClient.fetchQuery({ ...query, staleTime: STALE_MS })
      return values.filter((one) => String(one).toLowerCase().includes(search.toLowerCase()))
    },
    [projectId, field, isKnown],
  )
}
