import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { useProject } from '../../../session/project.js'
import { countQuery } from '../composer/audience-count-of.js'
import { isAudienceWhole, type CampaignFields } from '../composer/draft.js'
import type { ReviewFacts } from './checks.js'
import { missingBody, usedFields } from './missing.js'

/** The number of contacts in the audience that lack each of the fields that the message uses, by these variables. */
export function useMissing(
  value: CampaignFields,
  variables: Parameters<typeof usedFields>[0] | 'failed' | undefined,
): ReviewFacts['missing'] {
  const { id: projectId } = useProject()
  const fields = useQuery(read('GET /contacts/fields', { projectId }))
  const isKnown = Array.isArray(variables) && fields.data !== undefined && isAudienceWhole(value)
  const used = isKnown ? usedFields(variables, fields.data.fields) : []
  const counts = useQueries({ queries: used.map((one) => countQuery(projectId, missingBody(value, one))) })
  const isFailed = variables === 'failed' || fields.isError || counts.some(({ isError }) => isError)
  if (isFailed || !isAudienceWhole(value)) return 'failed'
  if (!isKnown || counts.some(({ data }) => data === undefined)) return 'pending'
  return used.map(({ name }, index) => ({ name, count: counts[index]?.data?.eligible ?? 0 }))
}
