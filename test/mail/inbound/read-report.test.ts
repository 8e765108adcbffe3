import { expect } from 'chai'
import { readdir, readFile } from 'node:fs/promises'
import { readTypedAddress } from '../../../mail/inbound/delivery-status.js'
import { readReport } from '../../../mail/inbound/read-report.js'
import type { MailReport } from '../../../mail/inbound/inbound-message.js'
import { DELIVERY_REPORTS, FEEDBACK_REPORTS } from './corpus/reports.js'

const folderOf = (kind: string): URL => new URL(`corpus/${kind}/`, import.meta.url)

async function readFrom(kind: string, name: string): Promise<MailReport | null> {
  return readReport(await readFile(new URL(`${name}.eml`, folderOf(kind))))
}

async function namesIn(kind: string): Promise<string[]> {
  return (await readdir(folderOf(kind))).map((name) => name.replace('.eml', ''))
}

describe('readReport', () => {
  it('has an expectation for every report of the corpus', async () => {
    expect(Object.keys(DELIVERY_REPORTS)).to.have.members(await namesIn('delivery'))
    expect(Object.keys(FEEDBACK_REPORTS)).to.have.members(await namesIn('feedback'))
  })

  for (const [name, expected] of Object.entries(DELIVERY_REPORTS)) {
    it(`reads the delivery report ${name}`, async () => {
      const report = await readFrom('delivery', name)
      if (report?.kind !== 'delivery') {
        expect(report).to.equal(null)
        expect(expected).to.equal(null)
        return
      }
      const [first] = report.recipients
      expect({
        recipients: report.recipients.map(({ address, action, status }) => `${address ?? '-'} ${action} ${status}`),
        ...(first?.diagnostic ? { diagnostic: first.diagnostic } : {}),
        original: report.original,
        ...(report.at ? { at: report.at.toISOString() } : {}),
      }).to.deep.equal(expected)
    })
  }

  for (const [name, expected] of Object.entries(FEEDBACK_REPORTS)) {
    it(`reads the feedback report ${name}`, async () => {
      const report = await readFrom('feedback', name)
      expect(report && { ...report, at: report.at?.toISOString() }).to.deep.equal(
        expected && { kind: 'feedback', ...expected },
      )
    })
  }

  it('keeps a diagnostic on one line of at most 500 characters', async () => {
    const raw = (await readFile(new URL('postfix.eml', folderOf('delivery')))).toString()
    const report = await readReport(Buffer.from(raw.replace('no such mailbox here', 'no\r\n '.repeat(400))))
    const diagnostic = report?.kind === 'delivery' ? report.recipients[0]?.diagnostic : null
    expect(diagnostic).to.have.length(500)
    expect(diagnostic).to.not.match(/[\r\n]/)
  })

  for (const [value, address] of [
    ['rfc822; ada@example.com', 'ada@example.com'],
    ['rfc822; <ada@example.com> (Ada)', 'ada@example.com'],
    ['ada@example.com', 'ada@example.com'],
    ['utf-8; \\x{61}da@example.com', 'ada@example.com'],
    ['rfc822; @example.com', null],
    ['rfc822; ada@', null],
    ['rfc822; ada', null],
    ['rfc822; ada b@example.com', null],
    ['x400; ada@example.com', null],
  ] as const) {
    it(`takes ${JSON.stringify(value)} for ${address ?? 'no address'}`, () => {
      expect(readTypedAddress(value)).to.equal(address)
    })
  }
})
