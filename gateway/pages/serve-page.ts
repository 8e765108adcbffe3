import { findRecipient } from '../../commands/sending/emails/find-recipient.js'
import { mayChoose } from '../../commands/audience/contacts/limit-page-choices.js'
import { chooseByEmail } from '../../commands/sending/emails/choose-by-email.js'
import { AppError } from '../../models/domain/errors.js'
import { snoozeEnd, type SnoozeDuration } from '../../models/domain/snooze.js'
import { isTestToken, openLink, type LinkTarget } from '../../mail/links/recipient-links.js'
import type { Content } from '../http/response/reply.js'
import type { OpenContext } from '../http/request/request-context.js'
import { recipientPage, type PageKind, type PageNotice } from './recipient-page.js'
import { testLinkPage } from './test-link-page.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

/** The choice of a recipient, and where they made it. */
export interface Choice {
  action: 'unsubscribe' | 'subscribe' | 'snooze'
  /** Given with `snooze`. */
  duration?: SnoozeDuration | undefined
  source: 'unsubscribe_page' | 'subscribe_page' | 'manage_page' | 'one_click'
}

/** The page of a link. Changes nothing, because programs also follow links. Throws RESOURCE_NOT_FOUND. */
export async function showPage(kind: PageKind, token: string, context: OpenContext): Promise<Content> {
  if (isTestToken(token)) return testLinkPage(context.headers)
  return render(kind, targetOf(token, context), context, null)
}

/**
 * Applies the choice of a recipient and answers with the updated page. RFC 8058 forbids a redirect for one-click: a
 * browser that reloads the page asks first, and then repeats the choice. A choice that was changed too often in an hour
 * is not applied, and the page says so; an opt-out is always applied. A link of a test email changes nothing. Throws
 * RESOURCE_NOT_FOUND.
 */
export async function takeChoice(
  kind: PageKind,
  token: string,
  choice: Choice,
  context: OpenContext,
): Promise<Content> {
  if (isTestToken(token)) return testLinkPage(context.headers)
  const target = targetOf(token, context)
  if (!(await mayChoose(target, choice.action))) return render(kind, target, context, 'limited')
  await apply(target, choice)
  return render(kind, target, context, 'saved')
}

function targetOf(token: string, { services }: OpenContext): LinkTarget {
  const target = openLink(token, services.config.ENCRYPTION_KEY)
  if (!target) throw new AppError('RESOURCE_NOT_FOUND', 'Invalid link')
  return target
}

async function apply(target: LinkTarget, { action, duration, source }: Choice): Promise<void> {
  if (action !== 'snooze') return chooseByEmail(target, { subscribed: action === 'subscribe', source })
  if (!duration) throw new AppError('BAD_REQUEST', 'A pause requires a duration')
  return chooseByEmail(target, { subscribed: false, snoozedUntil: snoozeEnd(duration, databaseNow()), source })
}

async function render(kind: PageKind, target: LinkTarget, context: OpenContext, notice: PageNotice): Promise<Content> {
  const recipient = await findRecipient(target)
  return recipientPage({ kind, ...recipient, notice, acceptLanguage: context.headers['accept-language'] })
}
