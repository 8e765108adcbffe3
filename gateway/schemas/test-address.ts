import { z } from 'zod'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { idOf, resourceId } from './ids.js'

/** The path of one test address. */
export const TestAddressParams = z.object({ id: resourceId('project'), addressId: resourceId('testAddress') })

/** The address to add. */
export const NewTestAddress = z.object({ email: EmailAddress }).meta({ id: 'TestAddressInput' })

/** A test address of a project. */
export const TestAddressResponse = z
  .object({
    id: idOf('testAddress'),
    email: z.string().meta({ examples: ['joan@example.com'] }),
    status: z.enum(['PENDING', 'CONFIRMED']).meta({
      description: 'PENDING until the owner of the address confirms it by the link in the email.',
      examples: ['PENDING'],
    }),
    addedBy: idOf('user').meta({ description: 'The member who last added the address.' }),
    createdAt: DateTime,
    confirmedAt: DateTime.nullable().meta({ examples: [null] }),
    expiresAt: DateTime.nullable().meta({ description: 'Null once it is confirmed.' }),
  })
  .meta({ id: 'TestAddress' })

/** The test addresses of a project, the oldest first. */
export const TestAddressList = z.array(TestAddressResponse).meta({ id: 'TestAddressList' })
