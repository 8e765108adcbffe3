import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import { redirect } from '../../http/response/reply.js'

export const leadToDashboardRoute = defineEndpoint({
  operationId: 'leadToDashboard',
  method: 'get',
  path: '/',
  access: 'open',
  limit: { exempt: 'dashboard' },
  summary: 'Redirect a browser to the dashboard',
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle(_input, { headers, services: { config } }) {
    if (!headers.accept?.includes('text/html')) throw notFound('route', '/')
    // The relative address keeps the browser on the host that it knows, behind whatever proxy.
    return redirect(config.DASHBOARD_URL ?? '/dashboard')
  },
})
