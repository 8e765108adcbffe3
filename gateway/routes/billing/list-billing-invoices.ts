import { listInvoices } from '../../../commands/tenancy/billing/consumption.js'
import { hasBilling } from '../../../runtime/config/billing.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentInvoices } from '../../presenters/billing.js'
import { InvoicesResponse } from '../../schemas/billing.js'
import { ProjectParams } from '../../schemas/project.js'
import { requireBilling } from './offered.js'

export const listBillingInvoicesRoute = defineEndpoint({
  operationId: 'listBillingInvoices',
  method: 'get',
  path: '/users/@me/projects/:id/billing-invoices',
  access: 'member',
  roles: ['OWNER', 'ADMIN'],
  isOffered: hasBilling,
  summary: 'List invoices',
  description: 'The latest 100 invoices, newest first. Empty before the first subscription.',
  request: { params: ProjectParams },
  response: InvoicesResponse,
  errors: [],
  handle: async (_input, { project, services }) =>
    presentInvoices(await listInvoices(project, requireBilling(services))),
})
