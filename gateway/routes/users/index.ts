import type { AnyEndpoint } from '../../http/endpoint.js'
import { createMyProjectRoute } from './create-my-project.js'
import { deleteMeRoute } from './delete-me.js'
import { deleteMyProjectRoute } from './delete-my-project.js'
import { getMeRoute } from './get-me.js'
import { getMySecurityRoute } from './get-my-security.js'
import { listMyProjectsRoute } from './list-my-projects.js'
import { regenerateKeysRoute } from './regenerate-keys.js'
import { resetMyProjectRoute } from './reset-my-project.js'
import { updateMyProjectRoute } from './update-my-project.js'

export const userEndpoints: AnyEndpoint[] = [
  getMeRoute,
  deleteMeRoute,
  listMyProjectsRoute,
  createMyProjectRoute,
  updateMyProjectRoute,
  regenerateKeysRoute,
  getMySecurityRoute,
  resetMyProjectRoute,
  deleteMyProjectRoute,
]
