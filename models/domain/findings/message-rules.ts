import type { Rule } from './rule.js'

const KB = 1024
const MAX_HTML_KB = 102
// Liquid and tracked links make the message of one recipient larger than that of another.
const LARGE_HTML_KB = 80
const MAX_SUBJECT_LENGTH = 70

/** HTML that some mailboxes cut off, or nearly. */
export const htmlTooLarge: Rule = {
  code: 'html_too_large',
  find({ sizeBytes }) {
    if (sizeBytes === null || sizeBytes <= LARGE_HTML_KB * KB) return []
    const severity = sizeBytes > MAX_HTML_KB * KB ? 'warning' : 'info'
    const message = `The HTML is ${Math.ceil(sizeBytes / KB)} KB. Some mail programs cut messages off at ${MAX_HTML_KB} KB`
    return [{ field: 'html', severity, message }]
  },
}

/** Text that is hard to read (WCAG 2.2, 1.4.3). */
export const lowContrast: Rule = {
  code: 'low_contrast',
  find: ({ lowContrasts }) =>
    lowContrasts.map(({ colour, ground, contrast, ...place }) => ({
      ...place,
      severity: 'warning',
      message: `Text in ${colour} is hard to read on ${ground}: the contrast is ${contrast}:1`,
      suggestion: 'Choose colors with a contrast of at least 4.5:1',
    })),
}

/** A subject that lists of messages cut off. */
export const subjectTooLong: Rule = {
  code: 'subject_too_long',
  find({ subject }) {
    const { length } = Array.from(subject ?? '')
    if (length <= MAX_SUBJECT_LENGTH) return []
    const message = `The subject has ${length} characters. Many mail programs show only ${MAX_SUBJECT_LENGTH}`
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
            suggestion: 'Add the domain and its DNS records, or send from a verified domain',
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
            message: 'The message has no visible unsubscribe link, only the List-Unsubscribe header',
            suggestion:
              'Link to {{ unsubscribeUrl }} or {{ manageUrl }}, or choose the marketing type, which adds a footer',
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
            message: 'The message has no unsubscribe link, so a footer with one is added',
            suggestion: 'To omit the footer, link to {{ unsubscribeUrl }} or {{ manageUrl }} in the message',
          },
        ],
}
