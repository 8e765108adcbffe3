/** The part of the configuration that says where the email of this installation goes. */
interface InboxConfig {
  urls: { inbox: string | null }
  features: { email: { provider: string } }
}

/** The URL of the local inbox, or of a message in it; null if email is really sent. */
export function inboxUrl({ urls: { inbox }, features }: InboxConfig, messageId: string | null): string | null {
  // Only messages to the API of SES have the same id in the inbox.
  if (inbox === null || messageId === null || features.email.provider !== 'ses') return inbox
  return `${inbox}/#${encodeURIComponent(messageId)}`
}
