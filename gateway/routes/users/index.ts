import type { AnyEndpoint } from '../../http/endpoint.js'
import { createMyProject } from './create-my-project.js'
import { deleteMe } from './delete-me.js'
import { deleteMyProject } from './delete-my-project.js'
import { getMe } from './get-me.js'
import { getMySecurity } from './get-my-security.js'
import { listMyProjects } from './list-my-projects.js'
import { regenerateKeys } from './regenerate-keys.js'
import { resetMyProject } from './reset-my-project.js'
import { updateMyProject } from './update-my-project.js'

export const userEndpoints: AnyEndpoint[] = [
  getMe,
  deleteMe,
  listMyProjects,
  createMyProject,
  updateMyProject,
  regenerateKeys,
  getMySecurity,
  resetMyProject,
  deleteMyProject,
]
