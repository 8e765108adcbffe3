import type { AnyEndpoint } from '../../http/endpoint.js'
import { createKeyRoute } from './create-key.js'
import { deleteKeyRoute } from './delete-key.js'
import { listKeysRoute } from './list-keys.js'
import { renameKeyRoute } from './rename-key.js'
import { rotateKeyRoute } from './rotate-key.js'

export const keyEndpoints: AnyEndpoint[] = [
  listKeysRoute,
  createKeyRoute,
  renameKeyRoute,
  deleteKeyRoute,
  rotateKeyRoute,
]
