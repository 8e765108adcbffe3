import { z } from 'zod'
import { EmailAddress } from './email-address.js'
import { Guess, MailedToken, NewPassword } from './user.js'
import { SNOOZE_DURATIONS } from '../../models/domain/snooze.js'

// The token is made with the encryption key of the tests for the contact and the email of the examples, so that tests
// can use it.
const EXAMPLE_TOKEN =
  'OBkoBYUiXoZyHWDdEDJLhug9n4o9uywxcW0ZlaU8e1S7MStGyWn2_V3CcEu3oztHLkWHwuJ3wPgSKcMnwLlEZDKqJPHfymstPHn0nQ'

/** The path of a recipient's page. */
export const PageParams = z.object({
  token: z.string().meta({
    description: 'Identifies the contact and the message. It is the only credential.',
    examples: [EXAMPLE_TOKEN],
  }),
})

const action = z.enum(['unsubscribe', 'subscribe', 'snooze'], { error: 'The action' })
const duration = z.enum(SNOOZE_DURATIONS).optional().meta({ description: 'Duration of the pause, with `snooze`.' })

const CHOICE = { title: 'SubscriptionChoice', properties: { action: { enum: ['unsubscribe', 'subscribe'] } } }
const PAUSE = { title: 'PauseChoice', required: ['duration'], properties: { action: { enum: ['snooze'] } } }
const NO_ONE_CLICK = { not: { required: ['List-Unsubscribe'] } }

/** The form of a recipient's page. */
export const PageForm = z
  .object({ action, duration })
  .refine(hasDuration, { path: ['duration'], error: 'Duration of the pause' })
  .meta({ override: { anyOf: [CHOICE, PAUSE] } })

// A wrong case or a trailing line end from a mail program must not keep a recipient on the list.
const OneClick = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.literal('one-click'))
  .meta({
    description: 'One-click unsubscribe, as sent by mail programs (RFC 8058). Required without an `action`.',
    override: { const: 'One-Click' },
    examples: ['One-Click'],
  })

/** The form of the page for unsubscribing, or the one-click request of a mail program. */
export const UnsubscribeForm = z
  .object({
    action: action.optional(),
    duration,
    'List-Unsubscribe': OneClick.optional(),
  })
  .refine(hasDuration, { path: ['duration'], error: 'Duration of the pause' })
  .refine((form) => form.action ?? form['List-Unsubscribe'], { path: ['action'], error: 'The action' })
  .meta({
    override: {
      anyOf: [
        { ...CHOICE, title: 'OneClickChoice', required: ['List-Unsubscribe'] },
        { ...CHOICE, ...NO_ONE_CLICK, title: 'UnsubscribeChoice', required: ['action'] },
        { ...PAUSE, ...NO_ONE_CLICK, title: 'UnsubscribePause', required: ['action', 'duration'] },
      ],
    },
  })

function hasDuration(form: { action?: string | undefined; duration?: string | undefined }): boolean {
  return form.action !== 'snooze' || form.duration !== undefined
}

/**
 * The query of the pages behind the links of mails to users. A token that no mail can contain is answered like an
 * unknown one.
 */
/** The form of a page with a button alone. */
export const EmptyForm = z.object({})

export const AccountPageQuery = z.object({
  token: MailedToken.catch('').meta({ examples: ['h1n0kS3vXq6Zb2m5rT8wY1uC4eF7gJ0lN3pQ6sV9xA2'] }),
})

/** The form that confirms an address: the session of the account, its password, or a new one. */
export const AccountVerificationForm = z.object({
  password: Guess.optional().meta({ description: 'The password of the account.' }),
  newPassword: NewPassword.optional().meta({ description: 'A new password. Takes precedence over `password`.' }),
})

/** The form for a new password. */
export const AccountResetForm = z.object({ newPassword: NewPassword })

/** The form of the page of an invitation: by whom it is accepted. */
export const InvitationForm = z.object({
  action: z
    .enum(['accept', 'signUp', 'signIn'], { error: 'Who joins' })
    .meta({ description: 'With the signed-in account, a new account or another account.' }),
  email: EmailAddress.optional().meta({ description: 'The address of the account, with `signIn`.' }),
  password: Guess.optional().meta({ description: 'The password of the account, with `signIn`.' }),
  newPassword: NewPassword.optional().meta({ description: 'The password of the new account, with `signUp`.' }),
})
