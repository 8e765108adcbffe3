import type { LabelledReply } from './labelled-reply.js'

/**
 * The parts of a report as a mail system writes them: the notice for people, the fields of the status, the returned
 * header.
 */
interface Pieces {
  notice: string
  status: string
  returned: string
}

const DATE = 'Tue, 3 Mar 2026 10:00:00 +0000'
const HEAD = [
  'Return-Path: <>',
  'From: Mail Delivery System <MAILER-DAEMON@mx.example.net>',
  'To: b+0192d3a0@bounces.example.org',
  'Subject: Undelivered Mail Returned to Sender',
  `Date: ${DATE}`,
  'Auto-Submitted: auto-replied',
  'MIME-Version: 1.0',
]
const RETURNED = [
  'From: Shop <news@shop.example.org>',
  'To: ann@example.com',
  'Subject: User unknown and other stories',
  'Message-ID: <0192d3a0-0000-7000-8000-000000000001@shop.example.org>',
].join('\n')
const COMMANDS = { RCPT: 'RCPT TO command', DATA: 'end of DATA command', MAIL: 'MAIL FROM command' }

function piecesOf([, status, diagnostic, , command]: LabelledReply): Pieces {
  const reply = diagnostic?.replace(/^[\w-]+; ?/, '') ?? 'could not be delivered'
  return {
    notice: [
      'Your message could not be sent.',
      '',
      `<ann@example.com>: host mx.example.com[192.0.2.9] said: ${reply}${command ? ` (in reply to ${COMMANDS[command]})` : ''}`,
    ].join('\n'),
    status: [
      'Reporting-MTA: dns; mx.example.net',
      `Arrival-Date: ${DATE}`,
      '',
      'Final-Recipient: rfc822; ann@example.com',
      'Action: failed',
      ...(status === null ? [] : [`Status: ${status}`]),
      ...(diagnostic === null ? [] : [`Diagnostic-Code: ${fold(diagnostic)}`]),
    ].join('\n'),
    returned: RETURNED,
  }
}

// Long fields are folded, as servers do.
function fold(text: string): string {
  return text.replace(/(.{60,80}?) /g, '$1\n    ')
}

const part = (type: string, body: string, more = '') => `Content-Type: ${type}\n${more}\n${body}\n`
const multipart = (type: string, parts: readonly string[], boundary = 'limit') =>
  [
    `Content-Type: ${type}; boundary="${boundary}"`,
    '',
    ...parts.map((each) => `--${boundary}\n${each}`),
    `--${boundary}--`,
    '',
  ].join('\n')
const message = (body: string) => [...HEAD, body].join('\n')

const threeParts = ({ notice, status, returned }: Pieces, type: string, boundary = 'limit') =>
  multipart(
    type,
    [part('text/plain', notice), part('message/delivery-status', status), part('text/rfc822-headers', returned)],
    boundary,
  )
const report = (pieces: Pieces, boundary?: string) =>
  threeParts(pieces, 'multipart/report; report-type=delivery-status', boundary)

/** Ways in which a report reaches us, by name: each makes a message of its pieces. */
const SHAPES: Record<string, (pieces: Pieces) => string> = {
  'a regular report': (pieces) => message(report(pieces)),
  'a regular report with CR and LF': (pieces) => message(report(pieces)).replaceAll('\n', '\r\n'),
  'a regular report with CR alone': (pieces) => message(report(pieces)).replaceAll('\n', '\r'),
  'multipart/mixed': (pieces) => message(threeParts(pieces, 'multipart/mixed')),
  'multipart/alternative': (pieces) => message(threeParts(pieces, 'multipart/alternative')),
  'a report that a scanner wraps': (pieces) =>
    message(multipart('multipart/mixed', [part('text/plain', 'Scanned.'), report(pieces, 'inner')])),
  'a report that is attached': (pieces) =>
    message(
      multipart('multipart/mixed', [
        part('text/plain', 'Attached.'),
        part('message/rfc822', message(report(pieces, 'inner'))),
      ]),
    ),
  'a status as a file': ({ notice, status }) =>
    message(
      multipart('multipart/mixed', [
        part('text/plain', notice),
        part(
          'message/delivery-status; name="details.txt"',
          status,
          'Content-Disposition: attachment; filename="details.txt"\n',
        ),
      ]),
    ),
  'a status in base64': ({ notice, status }) =>
    message(
      multipart('multipart/report', [
        part('text/plain', notice),
        part('message/delivery-status', Buffer.from(status).toString('base64'), 'Content-Transfer-Encoding: base64\n'),
      ]),
    ),
  'a status alone': ({ status }) => message(part('message/delivery-status', status)),
  'a last boundary that is missing': (pieces) => message(report(pieces)).replace('--limit--', ''),
  'a recipient without an address': (pieces) =>
    message(report({ ...pieces, status: pieces.status.replace('rfc822; ann@example.com', 'rfc822; |program ann') })),
  'no recipient at all': (pieces) =>
    message(report({ ...pieces, status: pieces.status.replace('Final-Recipient: rfc822; ann@example.com\n', '') })),
  'an original recipient alone': (pieces) =>
    message(
      report({
        ...pieces,
        status: pieces.status.replace(
          'Final-Recipient: rfc822; ann@example.com',
          'Original-Recipient: <ann@example.com>',
        ),
      }),
    ),
  'an action of its own': (pieces) =>
    message(report({ ...pieces, status: pieces.status.replace('Action: failed', 'Action: error') })),
  'a status beside a returned report': (pieces) =>
    message(
      multipart('multipart/report', [
        part('text/plain', pieces.notice),
        part('message/delivery-status', pieces.status),
        part(
          'message/rfc822',
          message(report({ ...pieces, status: 'Final-Recipient: rfc822; z@z.example\nAction: delayed' })),
        ),
      ]),
    ),
}

// Words that only the notice for people holds get lost with it, and CR alone makes one line of what is folded.
const WITHOUT_NOTICE = new Set(['a status alone'])

/** Every labelled reply in every shape that can hold it. */
export function* shapesOf(reply: LabelledReply): Generator<{ shape: string; raw: Buffer }> {
  const pieces = piecesOf(reply)
  for (const [shape, make] of Object.entries(SHAPES)) {
    if (WITHOUT_NOTICE.has(shape) && reply[4] && reply[4] !== 'RCPT') continue
    yield { shape, raw: Buffer.from(make(pieces)) }
  }
}

/** A message in words alone. */
export function inWords(notice: string, head: readonly string[] = HEAD): Buffer {
  return Buffer.from([...head, 'Content-Type: text/plain; charset=utf-8', '', notice, ''].join('\n'))
}
