import { read } from '../../api/query.js'

/** The designs of the installation to begin with, which change only with it. */
export function startersQuery(projectId: string) {
  return { ...read('GET /designs/starters', { projectId }), staleTime: Number.POSITIVE_INFINITY }
}
