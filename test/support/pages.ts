import type { EmailRecord } from '../../models/email.js'
import { recipientLinks } from '../../mail/links/recipient-links.js'
import { ENCRYPTION_KEYS } from './config.js'

/** The recipients' pages, in the words of their paths. */
export const PAGES = ['unsubscribe', 'subscribe', 'manage'] as const
export type PageName = (typeof PAGES)[number]

/** The path of each page for a message, as its links have it. */
export function pagesOf({ projectId, contactId, _id }: EmailRecord): Record<PageName, string> {
  const target = { projectId, contactId, emailId: _id }
  const links = recipientLinks(target, { gatewayUrl: '', encryptionKeys: ENCRYPTION_KEYS })
  return { unsubscribe: links.unsubscribeUrl, subscribe: links.subscribeUrl, manage: links.manageUrl }
}

/** The heading of a page. */
export function headingOf(page: unknown): string {
  return /<h1>([^<]*)<\/h1>/.exec(String(page))?.[1] ?? ''
}

/** What the buttons of a page do, in their order. */
export function buttonsOf(page: unknown): string[] {
  return [...String(page).matchAll(/<button name="action" value="(\w+)"/g)].map((match) => match[1] ?? '')
}
