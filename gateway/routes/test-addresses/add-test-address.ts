import { addTestAddress } from '../../../commands/accounts/test-addresses/add-test-address.js'
import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentTestAddress } from '../../presenters/test-address.js'
import { ProjectParams } from '../../schemas/project.js'
import { NewTestAddress, TestAddressResponse } from '../../schemas/test-address.js'

export const addTestAddressRoute = defineEndpoint({
  operationId: 'addTestAddress',
  method: 'post',
  path: '/projects/:id/test-addresses',
  access: 'member',
  effect: 'acts',
  summary: 'Add a test address',
  description:
    'The address gets an email with a link to confirm it, and can then get test emails (`POST /preview/send`). Another ' +
    'request for a pending address sends the email again, at most once an hour. A pending address expires after seven ' +
    'days. A project can have 5 test addresses. Only users with a confirmed address can add one, and emails are ' +
    'limited per user, project and address. Without email to users, the address is confirmed immediately.',
  example: { body: { email: 'joan@example.com' } },
  request: { params: ProjectParams, body: NewTestAddress },
  response: TestAddressResponse,
  status: 201,
  envelope: 'success',
  errors: ['EMAIL_VERIFICATION_REQUIRED', 'CONFLICT', 'QUOTA_EXCEEDED', 'RATE_LIMIT_EXCEEDED', 'VALIDATION_ERROR'],
  async handle({ body }, { project, caller, services }) {
    const wanted = { project, addedBy: caller.userId, address: body.email }
    return presentTestAddress(await addTestAddress(wanted, platformSettings(services.config)))
  },
})
