import { z } from 'zod'
import { DataField } from './data.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { EventName } from './event-name.js'
import { idOf } from './ids.js'

const SUBSCRIBED =
  'If omitted, new contacts are subscribed and existing contacts stay unchanged. The same applies to true if the ' +
  'project sets `publicKeyMayResubscribe` to false.'

/** An action of a contact. */
export const TrackedEvent = z
  .object({
    email: EmailAddress,
    event: EventName,
    subscribed: z.boolean().optional().meta({ description: SUBSCRIBED }),
    data: DataField,
  })
  .meta({ id: 'TrackedEvent' })

/** The ids of the contact and the event. */
export const TrackedResponse = z
  .object({ contact: idOf('contact'), event: idOf('event'), timestamp: DateTime })
  .meta({ id: 'EventReceipt' })
