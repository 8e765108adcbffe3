import { PLATFORM_PROJECT_ID } from '../../commands/base/records/platform-project.js'
import { Content } from '../../models/content.js'
import { Email } from '../../models/email.js'
import { unseal } from '../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from './config.js'

/** A mail of the installation as its receiver would find it, but for the variables in the body. */
export interface MailToUser {
  id: string
  to: string
  kind: string
  subject: string
  body: string
  /** Empty where it has none. */
  link: string
  /** What the body shows for `{{ project }}`. */
  project: unknown
}

/** The mails of the installation, to one address if given, oldest first. */
export async function mailsToUsers(to?: string): Promise<MailToUser[]> {
  const emails = await Email.find({ projectId: PLATFORM_PROJECT_ID, ...(to === undefined ? {} : { to }) })
    .sort({ _id: 1 })
    .lean()
  const contents = await Content.find({ projectId: PLATFORM_PROJECT_ID }).lean()
  return emails.map(({ _id: id, to, tags, subject, contentId, variables }) => ({
    id,
    to,
    kind: tags[0] ?? '',
    subject,
    body: contents.find(({ _id }) => _id === contentId)?.body ?? '',
    link: linkOf(variables?.data?.['link']),
    project: variables?.data?.['project'],
  }))
}

const linkOf = (sealed: unknown): string => (typeof sealed === 'string' ? unseal(sealed, ENCRYPTION_KEYS) : '')

/** The token of the last mail to an address. */
export async function lastTokenTo(to: string): Promise<string> {
  const mails = await mailsToUsers(to)
  return new URL(mails.at(-1)?.link ?? 'http://none').searchParams.get('token') ?? ''
}
