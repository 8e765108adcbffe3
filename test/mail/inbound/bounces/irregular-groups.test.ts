import { expect } from 'chai'
import { readReport } from '../../../../mail/inbound/read-report.js'
import { judge } from './judge.js'

const HEAD = ['From: MAILER-DAEMON@mx.example.net', 'To: b+1@bounces.example.org', 'Subject: Returned mail']

const multipart = (type: string, parts: readonly string[], boundary = 'limit'): string =>
  [
    `Content-Type: ${type}; boundary=${boundary}`,
    '',
    ...parts.map((part) => `--${boundary}\n${part}`),
    `--${boundary}--`,
    '',
  ].join('\n')
const text = 'Content-Type: text/plain\n\nHello\n'
const statusPart = (status: string): string => `Content-Type: message/delivery-status\n\n${status}\n`
const reportOf = (status: string): Buffer =>
  Buffer.from(
    [...HEAD, multipart('multipart/report; report-type=delivery-status', [text, statusPart(status)])].join('\n'),
  )
const group = (...fields: string[]): string => ['Reporting-MTA: dns; mx.example.net', '', ...fields].join('\n')
const TO = 'Final-Recipient: rfc822; ann@example.com'
const UNKNOWN = 'Diagnostic-Code: smtp; 550 User unknown'

/** Groups that are not quite regular, and the class of each. */
const GROUPS: Record<string, readonly [status: string, is: string]> = {
  'a host for a recipient': [group('Final-Recipient: rfc822; @mx.example.org', 'Action: failed', 'Status: 5.1.2'), 'P'],
  'a pipe for a recipient': [group('Final-Recipient: rfc822; |program ann', 'Action: failed', 'Status: 5.1.1'), 'P'],
  'a pipe without a reply': [group('Final-Recipient: rfc822; |program ann', 'Action: failed', 'Status: 5.0.0'), 'U'],
  'a file for a recipient': [group('Final-Recipient: rfc822; /var/mail/ann', 'Action: failed', 'Status: 5.1.1'), 'P'],
  'an X.400 recipient': [group('Final-Recipient: x400; /S=ann/O=example/', 'Action: failed', 'Status: 5.1.1'), 'P'],
  'no recipient': [group('Action: failed', 'Status: 5.1.1'), 'P'],
  'no recipient, in the group of the message': ['Reporting-MTA: dns; mx\nAction: failed\nStatus: 5.1.1', 'P'],
  'an address without a type': [group('Final-Recipient: ann@example.com', 'Action: failed', 'Status: 5.1.1'), 'P'],
  'an address in brackets alone': [group('Original-Recipient: <ann@example.com>', 'Action: failed', UNKNOWN), 'P'],
  'a reply alone': [group(UNKNOWN), 'P'],
  failure: [group(TO, 'Action: failure', 'Status: 5.1.1'), 'P'],
  error: [group(TO, 'Action: error', 'Status: 5.1.1'), 'P'],
  'an action with a comment': [group(TO, 'Action: failed (bad)', 'Status: 5.1.1'), 'P'],
  'an action in capitals': [group(TO, 'Action: FAILED', 'Status: 5.1.1'), 'P'],
  'expired, without a status': [
    group(TO, 'Action: expired', 'Status: ', 'Diagnostic-Code: smtp; Connection timed out'),
    'T',
  ],
  'expired, with nothing': [group(TO, 'Action: expired'), 'T'],
  'expired, of class 4': [group(TO, 'Action: expired', 'Status: 4.4.1'), 'T'],
  'no action, of class 5': [group(TO, 'Status: 5.1.1'), 'P'],
  'no action, of class 4': [group(TO, 'Status: 4.4.1'), 'D'],
  'no action, with a reply of class 4': [group(TO, 'Diagnostic-Code: smtp; 451 later'), 'D'],
  'no action, of class 2': [group(TO, 'Status: 2.1.5'), 'delivered'],
  'no action and no class': [group(TO), 'U'],
  'a word of its own, of class 5': [group(TO, 'Action: undeliverable', 'Status: 5.1.1'), 'P'],
  'a word of its own, of class 4, that says that the attempt ended': [
    group(TO, 'Action: gave-up', 'Status: 4.4.1'),
    'T',
  ],
  'a word of its own, of class 4': [group(TO, 'Action: queued', 'Status: 4.4.1'), 'D'],
  'a word of its own, without a class': [group(TO, 'Action: sorry'), 'U'],
  'delayed, with a status of class 5': [group(TO, 'Action: delayed', 'Status: 5.1.1'), 'D'],
  'a second recipient without an empty line': [
    group(TO, 'Action: delivered', 'Status: 2.0.0', TO, 'Action: failed', 'Status: 5.1.1'),
    'P',
  ],
}

describe('a group of a status that is not quite regular', () => {
  for (const [name, [status, is]] of Object.entries(GROUPS)) {
    it(`is judged by its action and status: ${name}`, async () => expect(await judge(reportOf(status))).to.equal(is))
  }

  for (const status of [
    'Reporting-MTA: dns; mx.example.net\nArrival-Date: Tue, 3 Mar 2026 10:00:00 +0000',
    'X-Other: 1',
    '',
  ]) {
    it(`is no report on a recipient where it describes the message alone: ${status.slice(0, 30)}`, async () => {
      expect(await readReport(reportOf(status))).to.equal(null)
    })
  }
})

describe('the place of a report', () => {
  const hard = `${TO}\nAction: failed\nStatus: 5.1.1`
  const soft = `${TO}\nAction: failed\nStatus: 5.2.2`
  const message = (body: string): Buffer => Buffer.from([...HEAD, body].join('\n'))
  const attached = (body: string): string => `Content-Type: message/rfc822\n\n${[...HEAD, body].join('\n')}`
  const feedback = 'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: x\nVersion: 1\n'

  it('is the outermost of several', async () => {
    const inner = multipart('multipart/report', [text, statusPart(soft)], 'inner')
    expect(await judge(message(multipart('multipart/mixed', [inner, statusPart(hard)])))).to.equal('P')
    expect(await judge(message(multipart('multipart/mixed', [statusPart(hard), attached(inner)])))).to.equal('P')
  })

  it('is not the returned copy of a mail beside a status', async () => {
    const copy = attached(multipart('multipart/report', [text, statusPart(hard)], 'inner'))
    const empty = 'Reporting-MTA: dns; mx.example.net'
    expect(await readReport(message(multipart('multipart/report', [text, statusPart(empty), copy])))).to.equal(null)
  })

  for (const [name, body] of Object.entries({
    'the root': feedback,
    'a mixed multipart': multipart('multipart/mixed', [text, feedback]),
    'a multipart within': multipart('multipart/mixed', [
      text,
      multipart('multipart/report', [text, feedback], 'inner'),
    ]),
    'an attached message': multipart('multipart/mixed', [
      text,
      attached(multipart('multipart/report', [feedback], 'inner')),
    ]),
  })) {
    it(`of a complaint may be ${name}`, async () => expect(await judge(message(body))).to.equal('complaint'))
  }

  it('is nowhere in a receipt of a person who has read the mail', async () => {
    const receipt =
      'Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ann@example.com\nDisposition: manual-action; displayed\n'
    expect(await readReport(message(multipart('multipart/report', [text, receipt])))).to.equal(null)
  })
})
