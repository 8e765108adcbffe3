import { read } from '../../api/query.js'

/** The designs of the installation to begin with, in a language. They change only with the installation. */
export function startersQuery(projectId: string, language: string) {
  return { ...read('GET /designs/starters', { projectId, query: { language } }), staleTime: Number.POSITIVE_INFINITY }
}
