import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { useProjectId } from '../../session/project.js'

const PAGE = 100
const MAX_PAGES = 10

/** The contacts in a segment, in pages one after another. */
export function useMembers(segmentId: string) {
  const projectId = useProjectId()
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [projectId, 'GET /segments/:id/contacts', segmentId],
      queryFn: async ({ signal, pageParam: page }) => {
        const input = { projectId, params: { id: segmentId }, query: { page, pageSize: PAGE } }
        const answer = await call('GET /segments/:id/contacts', input, { signal })
        return { ...answer, hasMore: answer.page < answer.totalPages }
      },
      initialPageParam: 1,
      getNextPageParam: ({ hasMore, page }) => (hasMore && page < MAX_PAGES ? page + 1 : null),
    }),
  )
}
