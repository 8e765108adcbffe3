import type { AnyEndpoint } from '../../http/endpoint.js'
import { createViewRoute } from './create-view.js'
import { deleteViewRoute } from './delete-view.js'
import { listViewsRoute } from './list-views.js'
import { updateViewRoute } from './update-view.js'

export const viewEndpoints: AnyEndpoint[] = [listViewsRoute, createViewRoute, updateViewRoute, deleteViewRoute]
