import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { pagesAround } from '../../api/query.js'
import { useProjectId } from '../../session/project.js'

const PAGE = 100

/** The contacts in a segment, in pages one after another. The endpoint numbers its pages. */
export function useMembers(segmentId: string) {
  const projectId = useProjectId()
  const key = [projectId, 'GET /segments/:id/contacts', segmentId]
  return useInfiniteQuery(
    pagesAround(key, async (cursor, options) => {
      const query = { page: cursor === null ? 1 : Number(cursor), pageSize: PAGE }
      const answer = await call('GET /segments/:id/contacts', { projectId, params: { id: segmentId }, query }, options)
      const hasMore = answer.page < answer.totalPages
      return { ...answer, hasMore, cursor: hasMore ? String(answer.page + 1) : null }
    }),
  )
}
