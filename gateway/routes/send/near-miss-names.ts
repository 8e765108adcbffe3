import type { FieldError } from '../../../models/domain/errors.js'

const TEMPLATE = 'Send the template id in `template`'
const BODY = 'Send the HTML in `body`'
const SCHEDULE = 'Remove it, because this endpoint sends immediately, or schedule a campaign'
const ONE_EACH = 'List every recipient in `to`. Each one gets a separate message'

/**
 * The names that other APIs use for fields of a send or for functions that this API does not have, in small letters
 * without hyphens and underscores, and what to use instead. If they were ignored, a recipient or a reply would be lost.
 */
const SUGGESTIONS: Readonly<Record<string, string>> = {
  html: BODY,
  text: 'Remove it. The text version is generated from `body`',
  replyto: 'Send the reply-to address in `reply` or `replyTo`',
  templateid: TEMPLATE,
  sendat: SCHEDULE,
  scheduledat: SCHEDULE,
  scheduledfor: SCHEDULE,
  cc: ONE_EACH,
  bcc: ONE_EACH,
}

/** The exact names that the schema of a send reads itself. */
const KNOWN = new Set(['replyTo', 'scheduledFor'])

/** A fault for each field of a send that has the name of another API; other unknown fields are ignored. */
export function findNearMissNames(sent: unknown): FieldError[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return []
  return Object.keys(sent).flatMap((field): FieldError[] => {
    const name = field.toLowerCase().replaceAll(/[-_]/g, '')
    if (KNOWN.has(field) || !Object.hasOwn(SUGGESTIONS, name)) return []
    return [{ field, message: 'Unknown field', code: 'unrecognized_keys', suggestion: SUGGESTIONS[name] }]
  })
}
