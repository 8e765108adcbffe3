import type { MailReport } from '../../../../mail/inbound/inbound-message.js'

/** A report of the corpus: its recipients as `address action status`, and the number of the email that it quotes. */
interface DeliveryShown {
  recipients: string[]
  diagnostic?: string
  original: MailReport['original']
  at?: string
}

const original = (emailId: string): MailReport['original'] => ({ messageId: `${emailId}@mail.example.com`, emailId })
const ORDER = original('0192d3a0-0000-7000-8000-000000000001')
const UNKNOWN: MailReport['original'] = { messageId: null, emailId: null }
const AT = '2026-03-03T10:00:00.000Z'

/** Every file of `delivery/`, and how it must be read. */
export const DELIVERY_REPORTS: Record<string, DeliveryShown | null> = {
  'amazon-ses': {
    recipients: ['ann@example.org failed 5.3.4'],
    diagnostic: '552 5.3.4 message size over the limit',
    original: ORDER,
    at: AT,
  },
  // The address that it came to is proof enough.
  'attached-by-a-person': { recipients: ['x@example.org failed 5.1.1'], original: UNKNOWN },
  barracuda: {
    recipients: ['ann@example.org failed 5.6.1'],
    diagnostic: '554 5.6.1 kind of file not accepted',
    original: ORDER,
    at: AT,
  },
  delivered: { recipients: ['ann@example.org delivered 2.1.5'], original: ORDER, at: AT },
  'dovecot-lmtp': { recipients: ['ann@example.org failed 4.2.2'], original: ORDER, at: AT },
  'encoded-parts': { recipients: ['ann@example.org failed 5.1.0'], original: ORDER, at: AT },
  exchange: {
    recipients: ['ann@example.org failed 5.2.2'],
    diagnostic: '550 5.2.2 STOREDRV.Deliver; mailbox over its quota',
    original: ORDER,
    at: AT,
  },
  'exim-no-exact-code': {
    recipients: ['ann@example.org failed 5.0.0'],
    diagnostic: '550 not today',
    original: ORDER,
    at: AT,
  },
  exim: {
    recipients: ['ann@example.org failed 5.1.1'],
    diagnostic: '550-5.1.1 No person of that name works here. 550 5.1.1 Ask the front desk.',
    original: ORDER,
    at: AT,
  },
  expanded: { recipients: ['staff@example.org expanded 2.0.0'], original: ORDER, at: AT },
  'global-raw': {
    recipients: ['jürgen@bücher.example failed 5.1.1'],
    original: original('0192d3a0-0000-7000-8000-000000000005'),
    at: AT,
  },
  'global-utf-8': {
    recipients: ['jürgen@bücher.example failed 5.1.1'],
    original: original('0192d3a0-0000-7000-8000-000000000005'),
    at: AT,
  },
  gmail: {
    recipients: ['ann@example.org failed 5.2.1'],
    diagnostic: '550-5.2.1 This account is switched off and 550 5.2.1 takes no mail.',
    original: ORDER,
    at: '2026-03-03T09:59:30.000Z',
  },
  'halon-no-status': { recipients: ['ann@example.org failed 5.0.0'], original: ORDER, at: AT },
  haraka: {
    recipients: ['ann@example.org failed 5.2.3'],
    diagnostic: '552 5.2.3 the message is too big',
    original: ORDER,
    at: AT,
  },
  'mdaemon-no-blank-line': {
    recipients: ['ann@example.org failed 5.1.2', 'ben@example.org failed 5.1.6'],
    original: ORDER,
    at: AT,
  },
  mimecast: {
    recipients: ['ann@example.org failed 5.7.1'],
    diagnostic: '550 5.7.1 Refused by the rules of the receiving organisation',
    original: ORDER,
    at: AT,
  },
  'no-report-type': { recipients: ['ann@example.org failed 5.7.18'], original: ORDER, at: AT },
  'no-third-part': { recipients: ['ann@example.org failed 5.1.1'], original: UNKNOWN, at: AT },
  'not-ours': { recipients: ['ann@example.org failed 5.1.1'], original: UNKNOWN, at: AT },
  'null-disposition-notification': null,
  'null-no-recipients': null,
  'null-qmail': null,
  'office-365': {
    recipients: ['ann@example.org failed 5.1.10'],
    diagnostic: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; nobody found by that SMTP address',
    original: ORDER,
    at: AT,
  },
  opensmtpd: { recipients: ['ann@example.org failed 5.0.0', 'ben@example.org delayed 4.0.0'], original: ORDER, at: AT },
  'postfix-delayed': {
    recipients: ['ann@example.org delayed 4.4.1'],
    diagnostic: 'connect to in.example.org[192.0.2.4]:25: timed out',
    original: ORDER,
    at: AT,
  },
  'postfix-no-such-domain': {
    recipients: ['ann@nowhere.example failed 5.4.4'],
    diagnostic: 'Host or domain name not found',
    original: original('0192d3a0-0000-7000-8000-000000000002'),
    at: AT,
  },
  postfix: {
    recipients: ['ann@example.org failed 5.1.1'],
    diagnostic: '550 5.1.1 <ann@example.org>: Recipient address rejected: no such mailbox here',
    original: ORDER,
    at: AT,
  },
  proofpoint: {
    recipients: ['ann@example.org failed 5.1.1'],
    diagnostic: '550 5.1.1 User Unknown',
    original: ORDER,
    at: AT,
  },
  sendmail: {
    recipients: ['ann@example.org failed 4.4.7'],
    diagnostic: '451 try again later',
    original: original('0192d3a0-0000-7000-8000-000000000003'),
    at: '2026-03-03T09:59:00.000Z',
  },
  yahoo: {
    recipients: ['ann@example.org failed 5.1.1'],
    diagnostic: "5.1.1 - no such account 'ann' (delivery attempts: 0)",
    original: ORDER,
    at: AT,
  },
  'zimbra-many-recipients': {
    recipients: [
      'ann@example.org failed 5.1.1',
      'ben@example.org failed 4.2.2',
      'cas@example.org relayed 2.0.0',
      '- failed 5.1.1',
      'eve@example.org failed 5.1.1',
    ],
    original: original('0192d3a0-0000-7000-8000-000000000004'),
    at: AT,
  },
}

/** Every file of `feedback/`, and how it must be read. */
export const FEEDBACK_REPORTS: Record<
  string,
  { feedbackType: string; original: MailReport['original']; at: string } | null
> = {
  'auth-failure': { feedbackType: 'auth-failure', original: ORDER, at: AT },
  comcast: { feedbackType: 'abuse', original: original('0192d3a0-0000-7000-8000-000000000002'), at: AT },
  fastmail: { feedbackType: 'abuse', original: original('0192d3a0-0000-7000-8000-000000000003'), at: AT },
  'microsoft-jmrp': { feedbackType: 'abuse', original: ORDER, at: AT },
  'no-original': { feedbackType: 'virus', original: UNKNOWN, at: AT },
  'not-spam': { feedbackType: 'not-spam', original: ORDER, at: AT },
  'null-no-type': null,
  'null-words-alone': null,
  'redacted-id': {
    feedbackType: 'fraud',
    original: { messageId: null, emailId: '0192d3a0-0000-7000-8000-000000000004' },
    at: AT,
  },
  'standard-abuse': { feedbackType: 'abuse', original: ORDER, at: AT },
  'yahoo-cfl': { feedbackType: 'abuse', original: ORDER, at: '2026-03-02T10:00:00.000Z' },
}
