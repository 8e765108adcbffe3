import { PLATFORM_MAIL_KINDS, type PlatformMailKind } from '../../../mail/platform/platform-mail.js'
import { Email } from '../../../models/email.js'
import { MAIL_LIMITS, USE_LIMITS } from './mail-limits.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'

const DAY_MS = 86_400_000
// The mailbox of a new colleague may not exist yet when the invitation is sent.
const BOUNCE_REST_MS = { askedFor: DAY_MS, unasked: 7 * DAY_MS }

const isAskedFor = (kind: PlatformMailKind): boolean => USE_LIMITS[MAIL_LIMITS[kind].use].isAskedFor
const ASKED_FOR = PLATFORM_MAIL_KINDS.filter(isAskedFor)
const UNASKED = PLATFORM_MAIL_KINDS.filter((kind) => !isAskedFor(kind))

/**
 * Whether an address has turned mail of the installation away. A mail that the owner asks for is not sent for a day
 * after a permanent bounce of such a mail. Any other mail is not sent for a week after a permanent bounce of any mail,
 * and never again after a complaint about an unasked mail. The address is not suppressed: a stranger can have an
 * invitation sent to the address, and the outcome of that must not stop the owner's password reset.
 */
export async function turnsMailAway(to: string, kind: PlatformMailKind): Promise<boolean> {
  const isWaitedFor = isAskedFor(kind)
  const since = new Date(Date.now() - (isWaitedFor ? BOUNCE_REST_MS.askedFor : BOUNCE_REST_MS.unasked))
  const reasons = [
    { bouncedAt: { $gt: since }, ...(isWaitedFor ? { tags: { $in: ASKED_FOR } } : {}) },
    ...(isWaitedFor ? [] : [{ complainedAt: { $ne: null }, tags: { $in: UNASKED } }]),
  ]
  return (await Email.exists({ projectId: PLATFORM_PROJECT_ID, to, $or: reasons })) !== null
}
