/** A format of reports without a status part. Marks are in lower case, with single blanks. */
export interface NoticeFormat {
  name: string
  /** Phrases of which a notice of this format has at least one. */
  marks: readonly string[]
  /** Further phrases, of which a notice must have one as well. An empty or missing list requires none. */
  also?: readonly string[]
  /** The beginnings of the line at which the copy of the message begins. */
  copyAt: readonly string[]
  /**
   * Phrases before the reply of the server, of which the first one found counts; or the reply is the paragraph of
   * `<address>:`.
   */
  replyBehind: readonly string[] | 'address'
  /** Phrases that say that the server goes on trying to deliver the message. */
  delayed: readonly string[]
  /**
   * Whether a person may use these phrases too. The report must then come from a mail system, and its words must be
   * known.
   */
  isCommon?: true
  /** A notice of this format, and the bounce class that the tests expect. */
  example: readonly [notice: string, verdict: string]
}

const STILL_TRYING = [
  'not yet been delivered',
  'has been delayed',
  'do not need to resend',
  'delivery attempts will continue',
]

/**
 * The known formats of reports that have no status part. A notice ends where the copy of the message begins. A notice
 * of an unknown format is not read as a report: add an entry with its example for a new format.
 */
export const NOTICE_FORMATS: readonly NoticeFormat[] = [
  {
    name: 'qmail',
    marks: ['this is the qmail-send program', 'sorry, we were unable to deliver your message to the following address'],
    copyAt: ['--- below this line is a copy', '--- original message', '--- enclosed are the original headers'],
    replyBehind: 'address',
    delayed: STILL_TRYING,
    example: [
      "Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message.\n\n" +
        '<ann@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n',
      'Permanent/General',
    ],
  },
  {
    name: 'exim',
    marks: ['this message was created automatically by mail delivery software'],
    also: ['failed', 'permanent error', 'could not be delivered', ...STILL_TRYING],
    copyAt: ['------ this is a copy', '--- the header of the original', '--- original message', '--- message header'],
    replyBehind: ['address(es) failed:', 'addresses failed:', 'address failed:', 'permanent error.'],
    delayed: STILL_TRYING,
    example: [
      'This message was created automatically by mail delivery software.\n\nThe following address(es) failed:\n\n' +
        '  ann@example.com\n    Unrouteable address\n\n------ This is a copy of the message ------\n',
      'Permanent/General',
    ],
  },
  {
    name: 'dragonfly',
    marks: ['this is the dragonfly mail'],
    copyAt: ['message headers follow', 'original message follows'],
    replyBehind: ['with following error:', 'with the following error:'],
    delayed: STILL_TRYING,
    example: [
      'This is the DragonFly Mail Agent v0.13 at mx.example.net.\n\nThere was an error delivering your mail to ' +
        '<ann@example.com>.\n\nmx.example.com [192.0.2.5] did not like our final DATA:\n550 User unknown\n\n' +
        'Message headers follow.\n',
      'Transient/General',
    ],
  },
  {
    name: 'gmail',
    marks: [
      'delivery to the following recipient failed permanently',
      'delivery to the following recipient has been delayed',
    ],
    copyAt: ['----- original message -----', '----- message header follows -----'],
    replyBehind: [
      'the error that the other server returned was:',
      'the response from the remote server was:',
      'technical details of permanent failure:',
      'technical details of temporary failure:',
    ],
    delayed: STILL_TRYING,
    example: [
      'Delivery to the following recipient failed permanently:\n\n  ann@example.com\n\nThe error that the other server ' +
        'returned was: 550 550 Unknown user (state 14).\n\n----- Original message -----\n',
      'Permanent/General',
    ],
  },
  {
    name: 'postfix',
    marks: ['this is the mail system at host', 'this is the postfix program at host'],
    copyAt: ['--', 'content-type: message/'],
    replyBehind: 'address',
    delayed: [...STILL_TRYING, 'warning only'],
    example: [
      'This is the mail system at host mx.example.net.\n\n<ann@example.com>: host mx.example.com[192.0.2.5] said: 550\n' +
        '    mailbox unavailable (in reply to RCPT TO command)\n',
      'Permanent/General',
    ],
  },
  {
    name: 'transcript',
    marks: ['transcript of session follows', 'unsent message follows'],
    copyAt: [
      '----- unsent message follows',
      '----- original message follows',
      '----- message header follows',
      '----- returned message',
      '--- unsent message follows',
    ],
    replyBehind: ['transcript of session follows -----', 'transcript of session follows:'],
    delayed: [...STILL_TRYING, 'warning message only'],
    example: [
      '   ----- Transcript of session follows -----\n550 <ann@example.com>... Host unknown\n\n' +
        '   ----- Unsent message follows -----\n',
      'Permanent/General',
    ],
  },
  {
    name: 'exchange',
    marks: [
      'did not reach the following recipient(s)',
      'the following recipient(s) could not be reached',
      'the following recipient(s) cannot be reached',
    ],
    copyAt: ['-----original message', 'original message follows', '--- original message'],
    replyBehind: ['recipient(s):', 'recipient(s) could not be reached:', 'recipient(s) cannot be reached:'],
    delayed: STILL_TRYING,
    example: [
      'Your message did not reach the following recipient(s):\n\nann@example.com on Tue, 3 Mar 2026 10:00:00 +0000\n' +
        '    The recipient name is not recognized\n',
      'Permanent/General',
    ],
  },
  {
    name: 'ezweb',
    marks: ['each of the following recipients was rejected by a remote mail server', 'the user(s) account is'],
    copyAt: ['original message follows', '-----original message'],
    replyBehind: [],
    delayed: STILL_TRYING,
    example: ['The user(s) account is disabled.\n\n<ann@example.jp>\n', 'Permanent/General'],
  },
  {
    name: 'imail',
    marks: ['original message follows'],
    copyAt: ['original message follows', '----- original message follows'],
    replyBehind: [],
    delayed: STILL_TRYING,
    isCommon: true,
    example: ['Unknown user: ann@example.com\n\nOriginal message follows.\n', 'Permanent/General'],
  },
]
