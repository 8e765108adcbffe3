const next = {
  billing: 'Open Billing',
  check: 'Check now',
  contact: 'Open contact',
  contacts: 'Open Contacts',
  content: 'Edit content',
  domains: 'Go to Domains',
  emails: 'All emails',
  import: 'Import the file again',
  lift: 'Remove suppression',
  others: 'Other emails to this address',
  reputation: 'Open Reputation',
  resume: 'Resume campaign',
  retry: 'Retry execution',
  workflow: 'Edit workflow',
}

/** A failure in three parts: what happened, why, and the next step, whose label `reasons.next` has. */
export interface Reason {
  what: string
  why: string
  next: keyof typeof next
}

const notCalled = (why: string): Reason => ({ what: 'The webhook was not delivered.', why, next: 'workflow' })
const temporary = (why: string): Reason => ({ what: 'The webhook was not delivered.', why, next: 'retry' })
const paused = 'The campaign is paused. No emails are sent until you resume it.'

const emails = {
  cancelled: {
    what: 'This email was cancelled before it was sent.',
    why: 'Its campaign or workflow execution was cancelled, or it was cancelled through the API.',
    next: 'others',
  },
  contact_deleted: {
    what: 'This email was not sent.',
    why: 'The contact was deleted before the email was sent.',
    next: 'contacts',
  },
  delivery_unknown: {
    what: 'We don’t know whether this email was sent.',
    why: 'The connection to the provider broke while the email was handed over, and the provider never reported on it.',
    next: 'others',
  },
  domain_not_verified: {
    what: 'This email was not sent.',
    why: 'The domain of its From address isn’t verified in this project.',
    next: 'domains',
  },
  gone: {
    what: 'This email was not sent.',
    why: 'The email or its project was deleted in the meantime.',
    next: 'emails',
  },
  project_disabled: {
    what: 'This email was not sent.',
    why: 'The project was disabled when the email was due.',
    next: 'reputation',
  },
  rejected: {
    what: 'The provider refused this email.',
    why: 'The provider found harmful content, such as a virus, in the message.',
    next: 'content',
  },
  rendering_failed: {
    what: 'The provider could not build this email.',
    why: 'A value that the provider needs for the message is missing.',
    next: 'content',
  },
  suppressed: {
    what: 'This email was not sent.',
    why: 'The address is suppressed. No email is sent to it.',
    next: 'lift',
  },
  unsubscribed: {
    what: 'This email was not sent.',
    why: 'The contact isn’t subscribed, and this isn’t a transactional email.',
    next: 'contact',
  },
} satisfies Record<string, Reason>

const steps = {
  context_too_large: {
    what: 'The execution stopped.',
    why: 'The data of its event and steps exceeds 256 KB.',
    next: 'workflow',
  },
  invalid_date: { what: 'The wait did not start.', why: 'The step has an invalid date.', next: 'workflow' },
  invalid_recipient: {
    what: 'The email was not sent.',
    why: 'The recipient of the step is not a valid email address for this contact.',
    next: 'workflow',
  },
  outputs_too_large: {
    what: 'The execution stopped.',
    why: 'The results of its steps exceed 1 MB.',
    next: 'workflow',
  },
  step_limit: {
    what: 'The execution stopped.',
    why: 'It ran 1,000 steps, the maximum.',
    next: 'workflow',
  },
  too_many: {
    what: 'The contact was not changed.',
    why: 'The contact or the project has no room for another custom field.',
    next: 'workflow',
  },
  'URL longer than 8 KB': notCalled('With the values of this contact, the URL is longer than 8 KB.'),
  'certificate rejected': notCalled('The certificate of the server isn’t valid for its name, or it has expired.'),
  'connection lost': temporary('The server closed the connection before it answered.'),
  'connection refused': temporary('The server refused the connection.'),
  'host unreachable': temporary('The server can’t be reached from this installation.'),
  'invalid URL': notCalled('With the values of this contact, the URL isn’t valid.'),
  'invalid header': notCalled('With the values of this contact, a header isn’t valid.'),
  'invalid response': temporary('The server sent an answer that isn’t valid HTTP.'),
  'network error': temporary('The connection failed.'),
  'no response from the name server': temporary('DNS didn’t answer for the host of the URL.'),
  'private address': notCalled(
    'The URL leads to a private address, which webhooks can’t call. The operator of this installation can allow it.',
  ),
  'redirect to an address that is not allowed': notCalled('The server redirects to an address that isn’t allowed.'),
  'request body above 1 MB': notCalled('With the values of this contact, the request body exceeds 1 MB.'),
  'secure connection failed': notCalled('No secure connection to the server was possible.'),
  timeout: temporary('The server didn’t answer in time.'),
  'too many redirects': notCalled('The server redirects too many times.'),
  'unknown host': notCalled('DNS has no such host. Check the URL for typing errors.'),
} satisfies Record<string, Reason>

const campaigns = {
  MANUAL: {
    what: paused,
    why: 'A member of the project or an API call paused it.',
    next: 'resume',
  },
  PROJECT_DISABLED: {
    what: paused,
    why: 'The project is disabled. Fix the cause, have the project enabled again, then resume.',
    next: 'reputation',
  },
  BILLING_LIMIT: {
    what: paused,
    why: 'The project reached its monthly limit. Raise the limit or wait for next month, then resume.',
    next: 'billing',
  },
  EMAIL_REPUTATION: {
    what: paused,
    why: 'Too many of its emails bounced or were marked as spam. Remove these addresses from the audience before you resume: emails sent after that count toward the project’s reputation.',
    next: 'reputation',
  },
} satisfies Record<string, Reason>

/** The failures of everything that can fail, each in three parts. */
export const reasons = {
  next,
  emails,
  steps,
  campaigns,
  /** An email that the recipient's server refused, by how lasting that is. */
  bounces: {
    Permanent: {
      what: 'The recipient’s mail server refused this email for good.',
      why: 'The address doesn’t exist or accepts no email.',
      next: 'lift',
    },
    Transient: {
      what: 'The recipient’s mail server refused this email for now.',
      why: 'The mailbox may be full, or the server doesn’t accept the message at this time.',
      next: 'others',
    },
    Undetermined: {
      what: 'The recipient’s mail server refused this email.',
      why: 'The answer of the server doesn’t say why.',
      next: 'others',
    },
  } satisfies Record<string, Reason>,
  complaint: {
    what: 'The recipient marked this email as spam.',
    why: 'They don’t want it, or can’t find how to unsubscribe. They get no more emails.',
    next: 'contact',
  } satisfies Reason,
  /** A permanent refusal of the provider, whose own words are shown with it. */
  provider: {
    what: 'The provider refused this email for good.',
    why: 'This is what the provider answered:',
    next: 'others',
  } satisfies Reason,
  answer: (status: string): Reason => ({
    what: 'The webhook was not delivered.',
    why: `The server answered with status ${status}.`,
    next: 'retry',
  }),
  imports: {
    what: 'The import failed.',
    why: 'The rows before the failure are imported. Importing the file again doesn’t duplicate them.',
    next: 'import',
  } satisfies Reason,
  domains: {
    what: 'The domain isn’t verified. Emails from it are not sent.',
    why: 'Its records are missing from DNS or differ from those below.',
    next: 'check',
  } satisfies Reason,
  foreign: 'Answer of the mail server',
  now: 'What now',
  suppressedSince: (when: string) => `The address is suppressed since ${when}.`,
  notSuppressed: 'The address isn’t suppressed: later emails to it are sent.',
}
