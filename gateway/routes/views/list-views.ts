import { listViews } from '../../../commands/base/views/views.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentView } from '../../presenters/view.js'
import { ViewList, ViewListQuery } from '../../schemas/view.js'
import { viewCallerOf } from './view-caller.js'

export const listViewsRoute = defineEndpoint({
  operationId: 'listViews',
  method: 'get',
  path: '/views',
  access: 'project',
  summary: 'List saved views, by name',
  description: 'The views of the signed-in user, and those that everyone in the project shares. A key sees the latter.',
  example: { query: { list: 'contacts' } },
  request: { query: ViewListQuery },
  response: ViewList,
  errors: [],
  async handle({ query: { list } }, context) {
    const caller = viewCallerOf(context)
    return { data: (await listViews(caller, list)).map((view) => presentView(view, caller)) }
  },
})
