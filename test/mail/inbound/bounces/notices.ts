import type { Label } from './labelled-reply.js'

/** A report in words alone: who wrote it, its class, and its text. */
export type Notice = readonly [by: string, is: Label, text: string]

const COPY =
  'From: news@shop.example.org\nSubject: Quota exceeded, user unknown\n\nUser unknown. Mailbox full. 550 5.1.1\n'
const qmail = (paragraph: string, copy = '--- Below this line is a copy of the message.') =>
  `Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ann@example.com>:\n${paragraph}\n\n${copy}\n\n${COPY}`
const exim = (reason: string, copy = '------ This is a copy of the message, including all the headers. ------') =>
  `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ann@example.com\n    ${reason}\n\n${copy}\n\n${COPY}`
const remote = (after: string, reply: string) =>
  exim(`SMTP error from remote mail server after ${after}:\n    host mx.example.com [192.0.2.9]: ${reply}`)
const dragonfly = (reason: string) =>
  `This is the DragonFly Mail Agent v0.13 at mx.example.net.\n\nThere was an error delivering your mail to <ann@example.com>.\n\n${reason}\n\nMessage headers follow.\n\n${COPY}`
const gmail = (details: string) =>
  `Delivery to the following recipient failed permanently:\n\n     ann@example.com\n\nTechnical details of permanent failure:\n${details}\n\n----- Original message -----\n\n${COPY}`
const tried = (reply: string) =>
  gmail(
    `Google tried to deliver your message, but it was rejected by the recipient domain. We recommend contacting the other email provider for further information about the cause of this error. The error that the other server returned was: ${reply}.`,
  )
const postfix = (reason: string, intro = '') =>
  `This is the mail system at host mx.example.net.\n\n${intro}I'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\nFor further assistance, please send mail to postmaster.\n\n                   The mail system\n\n<ann@example.com>: ${reason}\n\n--limit/mx.example.net\nContent-Type: message/rfc822\n\n${COPY}`
const sendmail = (transcript: string) =>
  `   ----- Transcript of session follows -----\n${transcript}\n\n   ----- Unsent message follows -----\n${COPY}`
const exchange = (reason: string) =>
  `Your message\n\n  To:      ann@example.com\n  Subject: News\n\ndid not reach the following recipient(s):\n\nann@example.com on Tue, 3 Mar 2026 10:00:00 +0000\n    ${reason}\n`
const workmail = (fields: string) =>
  `Your message to ann@example.com could not be delivered.\n\nTechnical report:\n\n${fields}\n`

/** Reports of known formats. */
export const NOTICES: readonly Notice[] = [
  ['qmail', 'P', qmail('Sorry, no mailbox here by that name. (#5.1.1)')],
  [
    'qmail',
    'P',
    qmail(
      '192.0.2.9 does not like recipient.\nRemote host said: 550 5.1.1 <ann@example.com>: user unknown\nGiving up on 192.0.2.9.',
    ),
  ],
  [
    'qmail',
    'P',
    qmail('192.0.2.9 does not like recipient.\nRemote host said: 550 No such user\nGiving up on 192.0.2.9.'),
  ],
  ['qmail', 'P', qmail("Sorry, I couldn't find any host named nowhere.example. (#5.1.2)")],
  [
    'qmail',
    'F',
    qmail('192.0.2.9 does not like recipient.\nRemote host said: 552 5.2.2 mailbox full\nGiving up on 192.0.2.9.'),
  ],
  ['qmail', 'T', qmail('192.0.2.9 failed after I sent the message.\nRemote host said: 550 User unknown')],
  ['qmail', 'T', qmail('Connected to 192.0.2.9 but sender was rejected.\nRemote host said: 550 Go away')],
  [
    'qmail',
    'T',
    qmail(
      "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.",
    ),
  ],
  ['qmail', 'T', qmail('192.0.2.9 does not like recipient.\nRemote host said: 553 5.7.1 listed by a DNSBL')],
  ['qmail', 'F', qmail('The users mailfolder is over the allowed quota (size). (#5.2.2)')],
  [
    'qmail',
    'P',
    qmail(
      'Sorry, no mailbox here by that name. vpopmail (#5.1.1)',
      '--- Enclosed are the original headers of the message.',
    ),
  ],
  [
    'old Yahoo',
    'P',
    `Sorry, we were unable to deliver your message to the following address.\n\n<ann@example.com>:\nRemote host said: 550 5.1.1 User unknown [RCPT_TO]\n\n--- Below this line is a copy of the message.\n${COPY}`,
  ],
  [
    'old Yahoo',
    'P',
    `Hi. This is the qmail-send program at yahoo.example.\n\n<ann@example.com>:\nThis user doesn't have a yahoo.example account (ann@example.com) [-9]\n\n--- Original message follows.\n${COPY}`,
  ],
  ['exim', 'P', exim('Unrouteable address')],
  ['exim', 'P', exim('all relevant MX records point to non-existent hosts')],
  ['exim', 'P', remote('RCPT TO:<ann@example.com>', '550 5.1.1 <ann@example.com>... User Unknown')],
  ['exim', 'P', remote('RCPT TO:<ann@example.com>', '550 unknown user')],
  ['exim', 'T', exim('retry timeout exceeded')],
  ['exim', 'F', remote('RCPT TO:<ann@example.com>', '552 5.2.2 Over quota')],
  ['exim', 'T', remote('end of data', '554 5.7.1 message looks like spam')],
  ['exim', 'T', remote('end of data', '550 Unknown user ann@example.jp')],
  ['exim', 'T', remote('MAIL FROM:<b@bounces.example.org>', '550 not welcome')],
  ['exim', 'T', remote('initial connection', '554 go away')],
  [
    'Mail.ru',
    'P',
    remote(
      'end of data',
      '550 Message was not accepted -- invalid mailbox.\n    Local mailbox ann@mail.example is unavailable: user not found',
    ),
  ],
  ['GMX', 'P', exim('Unknown user: mailbox not found', '--- The header of the original message is following. ---')],
  [
    'GMX',
    'F',
    exim(
      'SMTP error from remote server after RCPT command:\n    host: mx.example.com\n    552 Quota exceeded',
      '--- The header of the original message is following. ---',
    ),
  ],
  [
    'Zoho',
    'P',
    `This message was created automatically by mail delivery software.\n A message that you sent could not be delivered to one or more of its recipients. This is a permanent error. \n\nann@example.com Invalid Address, ERROR_CODE :550, ERROR_CODE :5.1.1 unknown recipient\n\n--- Original message ---\n${COPY}`,
  ],
  ['MX Logic', 'P', exim('550 5.1.1 User does not exist')],
  [
    'exim',
    'D',
    `This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue on mx.example.net.\n\nThe address to which the message has not yet been delivered is:\n\n  ann@example.com\n    Delay reason: mailbox is full (user unknown)\n\nNo action is required on your part. Delivery attempts will continue for\nsome time.\n`,
  ],
  [
    'DragonFly',
    'P',
    dragonfly('mx.example.com [192.0.2.9] did not like our RCPT TO:\n550 5.1.1 <ann@example.com>... User Unknown'),
  ],
  ['DragonFly', 'P', dragonfly('mx.example.com [192.0.2.9] did not like our RCPT TO:\n550 User unknown')],
  ['DragonFly', 'T', dragonfly('mx.example.com [192.0.2.9] did not like our final DATA:\n550 User unknown')],
  [
    'DragonFly',
    'T',
    dragonfly(
      'mx.example.com [192.0.2.9] did not like our final DATA:\n554 5.7.9 Message not accepted for policy reasons',
    ),
  ],
  ['DragonFly', 'F', dragonfly('mx.example.com [192.0.2.9] did not like our RCPT TO:\n552 5.2.2 over quota')],
  [
    'Amazon WorkMail',
    'P',
    workmail(
      'Final-Recipient: rfc822; ann@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 mailbox does not exist',
    ),
  ],
  [
    'Amazon WorkMail',
    'F',
    workmail(
      'Final-Recipient: rfc822; ann@example.com\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 5.2.2 Over quota',
    ),
  ],
  ['Gmail', 'P', tried('550 550 5.1.1 <ann@example.com>... User Unknown (state 14)')],
  ['Gmail', 'P', tried('550 550 Unknown user ann@example.com (state 14)')],
  ['Gmail', 'T', tried('550 550 Unknown user ann@example.jp (state 18)')],
  ['Gmail', 'F', tried('552 552 5.2.2 mailbox is over quota (state 14)')],
  ['Gmail', 'T', tried('554 554 5.7.1 rejected: SPF (state 17)')],
  ['Gmail', 'P', gmail('DNS Error: Domain name not found')],
  [
    'Gmail',
    'D',
    `This is an automatically generated Delivery Status Notification\n\nDelivery to the following recipient has been delayed:\n\n     ann@example.com\n\nTechnical details of temporary failure:\nThe recipient server did not accept our requests to connect.\n\n----- Message header follows -----\n${COPY}`,
  ],
  [
    'postfix',
    'P',
    postfix(
      'host mx.example.com[192.0.2.9] said: 550 5.1.1\n    <ann@example.com>: user unknown (in reply to RCPT TO command)',
    ),
  ],
  [
    'postfix',
    'P',
    postfix('host mx.example.com[192.0.2.9] said: 550 mailbox\n    unavailable (in reply to RCPT TO command)'),
  ],
  [
    'postfix',
    'T',
    postfix('host mx.example.com[192.0.2.9] said: 550 Unknown\n    user (in reply to end of DATA command)'),
  ],
  [
    'postfix',
    'F',
    postfix('host mx.example.com[192.0.2.9] said: 552 5.2.2 Mailbox\n    full (in reply to RCPT TO command)'),
  ],
  ['postfix', 'T', postfix('connect to mx.example.com[192.0.2.9]:25: Connection timed out')],
  [
    'postfix',
    'P',
    postfix(
      'Host or domain name not found. Name service error for\n    name=nowhere.example type=AAAA: Host not found',
    ),
  ],
  ['postfix', 'P', postfix('unknown user: "ann"')],
  ['Sendmail 5', 'P', sendmail('550 <ann@nowhere.example>... Host unknown')],
  [
    'Sendmail 5',
    'P',
    sendmail(
      '... while talking to mx.example.com.:\n>>> RCPT To:<ann@example.com>\n<<< 550 <ann@example.com>... User unknown\n550 <ann@example.com>... User unknown',
    ),
  ],
  [
    'Sendmail 5',
    'T',
    sendmail(
      '... while talking to mx.example.jp.:\n>>> DATA\n<<< 550 Unknown user ann@example.jp\n554 <ann@example.jp>... Service unavailable',
    ),
  ],
  [
    'X.400',
    'P',
    exchange(
      'The recipient name is not recognized\n\tThe MTS-ID of the original message is: c=jp;a= ;p=example;l=MX1-990101',
    ),
  ],
  [
    'Exchange 2003',
    'P',
    exchange(
      'The e-mail account does not exist at the organization this message was sent to. Check the e-mail address.\n    <mx.example.net #5.1.1>',
    ),
  ],
  [
    'Exchange 2003',
    'P',
    exchange('MSEXCH:IMS:EXAMPLE:SITE:MX1 3550 (000B09B6) 550 5.1.1 <ann@example.com>... User unknown'),
  ],
  [
    'Exchange 2003',
    'F',
    exchange("The recipient's mailbox is full and can't accept messages now.\n    <mx.example.net #5.2.2>"),
  ],
  [
    'EZweb',
    'P',
    `The user(s) account is disabled.\n\n<ann@example.jp>: 550 user unknown (in reply to RCPT TO command)\n\nOriginal message follows.\n${COPY}`,
  ],
  [
    'EZweb',
    'T',
    `The user(s) account is temporarily limited.\n\n<ann@example.jp>\n\nOriginal message follows.\n${COPY}`,
  ],
  ['IMail', 'P', `Unknown user: ann@example.com\n\nOriginal message follows.\n\n${COPY}`],
  ['IMail', 'F', `User mailbox exceeds allowed size: ann@example.com\n\nOriginal message follows.\n\n${COPY}`],
  ['IMail', 'P', `Invalid final delivery userid: ann@example.com\n\nOriginal message follows.\n\n${COPY}`],
]

/** Mails to a bounce address that are no reports, whatever words they hold. */
export const NO_REPORTS: readonly (readonly [name: string, text: string])[] = [
  [
    'an absent person',
    'I am out of the office until Monday. My colleague Bob is no longer here; his mailbox is full.\n',
  ],
  [
    'an absent person who quotes the mail',
    'I am away.\n\n> User unknown: 550 5.1.1 no such mailbox\n> Hi. This is the qmail-send program at x.\n',
  ],
  [
    'an absent person whose program names the original',
    'The account is disabled while I am away. User unknown.\n\nOriginal message follows.\n\nHello\n',
  ],
  [
    'a challenge',
    'Please confirm that you are human: click the link, else your mail will be rejected. User unknown.\n',
  ],
  [
    'a person who has left',
    'Ann does not work here any more. This mailbox does not exist, the user is unknown. 550 5.1.1\n',
  ],
  ['a person who asks', 'Why do you write to me? My mailbox is full of your spam.\n'],
  ['a server of no known format', 'We could not deliver your mail to ann@example.com: user unknown (550 5.1.1).\n'],
  ['nothing at all', ''],
]
