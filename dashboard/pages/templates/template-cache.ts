import { queryClient } from '../../api/query.js'

// The lists that a change of a template makes stale: those of templates, and that of its versions.
const LISTS = ['GET /templates', 'GET /templates/:id/versions', 'GET /templates/:id/versions/:version']

/** Asks for the lists of templates and of versions again, once a template has changed. */
export async function refreshTemplates(projectId: string): Promise<void> {
  await Promise.all(LISTS.map((name) => queryClient.invalidateQueries({ queryKey: [projectId, name] })))
}
