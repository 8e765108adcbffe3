import { requirePresence } from '../../../commands/accounts/users/require-presence.js'
import type { MemberContext, UserContext } from './request-context.js'

/** The text of the reference about an act that asks who is there. */
export const ASKS_WHO =
  'Needs `password`, or a session whose sign-in was less than ten minutes ago: otherwise 403 with `details.reason` ' +
  '`SIGN_IN_AGAIN`, and `details.hasPassword`, which is false for an account that can only sign in again. Wrong ' +
  'passwords count as failed logins.'

/** Requires that the user of a request is there; see `requirePresence`. */
export async function askWho(
  { password }: { password?: string | undefined },
  context: UserContext | MemberContext,
): Promise<void> {
  const { clientNetwork } = context
  const by =
    'user' in context
      ? { userId: context.user._id, session: context.user.session }
      : { userId: context.caller.userId, session: context.caller.session }
  await requirePresence({ ...by, password, clientNetwork })
}
