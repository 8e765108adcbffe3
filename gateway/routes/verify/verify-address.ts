import { verifyAddress } from '../../../commands/sending/verify/verify-address.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { AddressToVerify, VerificationResponse } from '../../schemas/verification.js'

export const verifyAddressRoute = defineEndpoint({
  operationId: 'verifyAddress',
  method: 'post',
  path: '/v1/verify',
  access: 'secretKey',
  effect: 'reads',
  scope: 'send',
  summary: 'Verify an email address',
  description:
    'Checks the syntax of the address, domain lists and DNS, without sending an email. Takes at most three seconds. ' +
    'DNS results are cached for as long as DNS allows.',
  example: { body: { email: 'ada+news@gmial.com' } },
  request: { body: AddressToVerify },
  response: VerificationResponse,
  envelope: 'success',
  errors: [],
  handle: async ({ body }, { services }) => verifyAddress(body.email, services.addresses),
})
