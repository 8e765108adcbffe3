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
  summary: 'Verify an address without sending to it',
  description:
    'Looks at the form of the address, at lists of domains and at DNS, for three seconds at most. What DNS says of a ' +
    'domain is kept for as long as DNS allows.',
  example: { body: { email: 'ada+news@gmial.com' } },
  request: { body: AddressToVerify },
  response: VerificationResponse,
  envelope: 'success',
  errors: [],
  handle: async ({ body }, { services }) => verifyAddress(body.email, services.addresses),
})
