import { queryClient } from '../../api/query.js'

/** Asks for the lists of templates again, once one of them has changed. */
export async function refreshTemplates(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [projectId, 'GET /templates'] })
}
