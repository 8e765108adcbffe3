import { expect } from 'chai'
import { NOTICE_FORMATS } from '../../../../mail/inbound/notice-formats.js'
import { HARD } from './hard-replies.js'
import { judge } from './judge.js'
import type { LabelledReply } from './labelled-reply.js'
import { NO_REPORTS, NOTICES } from './notices.js'
import { inWords, shapesOf } from './shapes.js'
import { SHARED } from './shared-replies.js'
import { SOFT, UNCLEAR } from './soft-replies.js'

const OF_A_PERSON = ['From: Ann <ann@example.com>', 'To: b+1@bounces.example.org', 'Auto-Submitted: auto-replied']
const OF_A_SYSTEM = ['From: Mail Delivery System <postmaster@example.com>', 'To: b+1@bounces.example.org']

const TALKED = '... while talking to mx.example.jp.:'
const TRANSCRIPTS: readonly (readonly [diagnostic: string, transcript: string, is: string])[] = [
  ['550 Unknown user ann', `${TALKED}\n>>> DATA\n<<< 550 Unknown user ann\n554 5.0.0 Service unavailable`, 'T'],
  ['550 : User unknown', `${TALKED}\n>>> RCPT To:<ann@example.jp>\n<<< 250 ok\n>>> DATA\n<<< 550 : User unknown`, 'T'],
  [
    '550 User unknown',
    `${TALKED}\n>>> RCPT To:<ann@example.jp>\n<<< 550 User unknown\n>>> DATA\n<<< 503 5.0.0 Need RCPT`,
    'P',
  ],
  ['550 User unknown', '550 5.1.1 <ann@example.jp>... User unknown', 'P'],
]

/** The reports that are judged wrongly, as lines for a person. */
async function wrongOf(replies: readonly LabelledReply[]): Promise<string[]> {
  const wrong: string[] = []
  for (const reply of replies) {
    for (const { shape, raw } of shapesOf(reply)) {
      const found = await judge(raw)
      if (found !== reply[3]) wrong.push(`${shape}: ${reply.join(' | ')}: ${found}`)
    }
  }
  return wrong
}

describe('the reports of known mail systems', () => {
  it('that say that there is no such mailbox or domain are permanent, in every shape', async () => {
    expect(await wrongOf(HARD)).to.deep.equal([])
  }).timeout(60_000)

  it('that say nothing final about the mailbox never are, in every shape', async () => {
    expect(await wrongOf(SOFT)).to.deep.equal([])
  }).timeout(60_000)

  it('that say nothing at all are undetermined, in every shape', async () => {
    expect(await wrongOf(UNCLEAR)).to.deep.equal([])
  })

  it('in wordings that many share are judged as labelled, in every shape', async () => {
    expect(await wrongOf(SHARED)).to.deep.equal([])
  }).timeout(60_000)

  for (const [diagnostic, transcript, is] of TRANSCRIPTS) {
    it(`of Sendmail are judged by the command of the transcript: ${transcript.slice(-50).replaceAll('\n', ' / ')}`, async () => {
      const status = `Reporting-MTA: dns; mx\n\nFinal-Recipient: RFC822; ann@example.jp\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: SMTP; ${diagnostic}`
      const raw = [
        ...OF_A_SYSTEM,
        'Content-Type: multipart/report; report-type=delivery-status; boundary=limit',
        '',
        `--limit\n\n   ----- Transcript of session follows -----\n${transcript}\n`,
        `--limit\nContent-Type: message/delivery-status\n\n${status}`,
        '--limit--',
        '',
      ].join('\n')
      expect(await judge(Buffer.from(raw))).to.equal(is)
    })
  }

  for (const [by, is, text] of NOTICES) {
    const [line = ''] = text.split('\n').filter((each) => /\b[45]\d\d\b|#\d/.test(each))
    it(`of ${by} in words alone are judged as ${is}: ${(line.trim() || text.trim()).slice(-60)}`, async () => {
      expect(await judge(inWords(text))).to.equal(is)
      expect(await judge(Buffer.from(inWords(text).toString().replaceAll('\n', '\r\n')))).to.equal(is)
    })
  }

  for (const { name, example } of NOTICE_FORMATS) {
    it(`of the format ${name} are judged as its example says`, async () => {
      const [notice, verdict] = example
      expect(await judge(inWords(notice))).to.equal(verdict.endsWith('MailboxFull') ? 'F' : verdict.charAt(0))
    })
  }

  for (const [name, text] of NO_REPORTS) {
    it(`are not taken for mail of ${name}`, async () => {
      expect(await judge(inWords(text, OF_A_PERSON))).to.equal('none')
    })
  }

  it('in words alone are found where they are attached, and in HTML', async () => {
    const [, , text] = NOTICES[0] ?? ['', 'P', '']
    const attached = [
      ...OF_A_SYSTEM,
      'Content-Type: multipart/mixed; boundary=limit',
      '',
      '--limit',
      'Content-Type: text/plain',
      '',
      'Attached.',
      '--limit',
      'Content-Type: message/rfc822',
      '',
      inWords(text).toString(),
      '--limit--',
      '',
    ].join('\n')
    expect(await judge(Buffer.from(attached))).to.equal('P')
    const html = text.replace('<ann@example.com>', '&lt;ann@example.com&gt;').replaceAll('\n', '<br>\n')
    const head = [...OF_A_SYSTEM, 'Content-Type: text/html; charset=utf-8', '', `<html><body>${html}</body></html>`]
    expect(await judge(Buffer.from(head.join('\n')))).to.equal('P')
  })

  for (const status of [
    '',
    'garbage without a field',
    'Reporting-MTA: dns; mx.example.net\nArrival-Date: Tue, 3 Mar 2026 10:00:00 +0000',
  ]) {
    it(`of Postfix are read in their words where the status is ${JSON.stringify(status.slice(0, 30))}`, async () => {
      const words = `This is the mail system at host mx.example.net.\n\n<ann@example.com>: host mx.example.com[192.0.2.9] said:\n    550 5.1.1 <ann@example.com>: User unknown (in reply to RCPT TO command)`
      const raw = [
        ...OF_A_SYSTEM,
        'Content-Type: multipart/report; report-type=delivery-status; boundary=limit',
        '',
        `--limit\nContent-Type: text/plain\n\n${words}`,
        `--limit\nContent-Type: message/delivery-status\n\n${status}`,
        '--limit--',
        '',
      ].join('\n')
      expect(await judge(Buffer.from(raw))).to.equal('P')
    })
  }
})
