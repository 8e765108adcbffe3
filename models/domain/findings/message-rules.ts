import type { Rule } from './rule.js'

const KB = 1024
const MAX_HTML_KB = 102
const MAX_SUBJECT_LENGTH = 70

/** HTML that some mailboxes cut off. */
export const htmlTooLarge: Rule = {
  code: 'html_too_large',
  find: ({ sizeBytes }) =>
    sizeBytes === null || sizeBytes <= MAX_HTML_KB * KB
      ? []
      : [
          {
            field: 'html',
            severity: 'warning',
            message: `The HTML has ${Math.ceil(sizeBytes / KB)} KB: some mailboxes cut it off at ${MAX_HTML_KB}`,
          },
        ],
}

/** A subject that lists of messages cut off. */
export const subjectTooLong: Rule = {
  code: 'subject_too_long',
  find({ subject }) {
    const { length } = Array.from(subject ?? '')
    if (length <= MAX_SUBJECT_LENGTH) return []
    const message = `The subject has ${length} characters: many mailboxes show ${MAX_SUBJECT_LENGTH} at most`
    return [{ field: 'subject', severity: 'warning', message }]
  },
}

/** A sender whose domain is not verified in the project. */
export const domainNotVerified: Rule = {
  code: 'domain_not_verified',
  find: ({ sender }) =>
    !sender || sender.isVerified
      ? []
      : [
          {
            field: 'from',
            severity: 'error',
            message: `The domain ${sender.domain} is not verified in this project`,
            suggestion: 'Add the domain and its DNS records, or send from a verified one',
          },
        ],
}

/** A message to a list that shows no way to leave it. */
export const noUnsubscribeLink: Rule = {
  code: 'no_unsubscribe_link',
  find: ({ type, wayOut }) =>
    type !== 'HEADLESS' || wayOut !== 'none'
      ? []
      : [
          {
            field: 'body',
            severity: 'warning',
            message: 'The message shows no link to unsubscribe: only its header offers one',
            suggestion: 'Link to {{ unsubscribeUrl }} or {{ manageUrl }}, or send it as MARKETING, which has a footer',
          },
        ],
}

/** A marketing message without a link of its own to leave. */
export const footerAdded: Rule = {
  code: 'footer_added',
  find: ({ type, wayOut }) =>
    type !== 'MARKETING' || wayOut !== 'footer'
      ? []
      : [
          {
            field: 'body',
            severity: 'info',
            message: 'The message shows no link to unsubscribe, so that it gets a footer with one',
            suggestion: 'Link to {{ unsubscribeUrl }} or {{ manageUrl }} yourself to do without the footer',
          },
        ],
}
