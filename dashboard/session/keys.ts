import { call } from '../api/client.js'

/** The keys of a project. */
export interface Keys {
  publicKey: string
  secretKey: string
}

/** Asks for the keys of a project, which no cache keeps; null for a member who may not see them. */
export async function askForKeys(projectId: string): Promise<Keys | null> {
  const projects = await call('GET /users/@me/projects', {})
  const project = projects.find(({ id }) => id === projectId)
  if (project?.public === undefined || project.secret === undefined) return null
  return { publicKey: project.public, secretKey: project.secret }
}
