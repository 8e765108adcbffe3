import { z } from 'zod'
import { DataField } from './data.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { EventName } from './event-name.js'
import { idOf } from './ids.js'

/** An action of a contact; if omitted, `subscribed` is true for a new contact and stays as it is for a known one. */
export const TrackedEvent = z
  .object({ email: EmailAddress, event: EventName, subscribed: z.boolean().optional(), data: DataField })
  .meta({ id: 'TrackedEvent' })

/** The ids of the contact and the event. */
export const TrackedResponse = z
  .object({ contact: idOf('contact'), event: idOf('event'), timestamp: DateTime })
  .meta({ id: 'EventReceipt' })
