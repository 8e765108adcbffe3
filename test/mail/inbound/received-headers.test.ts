import { expect } from 'chai'
import { readFieldGroups } from '../../../mail/inbound/header-fields.js'
import { readFileName } from '../../../mail/inbound/parameters.js'
import { readInboundMessage } from '../../../mail/inbound/read-inbound-message.js'
import { readReport } from '../../../mail/inbound/read-report.js'

/** Bytes of several encodings: texts are UTF-8, and `latin1` gives a byte for each character. */
const bytes = (...pieces: (string | Buffer)[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('encoded words of received mail', () => {
  const WORDS: [written: string, read: string][] = [
    ['=?utf-8?B?TcM=?= =?utf-8?B?vGxsZXI=?=', 'Müller'],
    ['=?UTF-8?B?R3LD?= =?utf-8?B?vMOfZQ==?=', 'Grüße'],
    ['=?utf-8?Q?Gr=C3?= =?utf-8?B?vMOfZQ==?=', 'Grüße'],
    ['=?utf-8?B?R3LD?=\r\n\t=?utf-8?q?=BC=C3?=   =?Utf-8?Q?=9Fe?=', 'Grüße'],
    ['=?iso-2022-jp?B?GyRCJUsl=?=\r\n =?iso-2022-jp?B?YyE8JXMbKEIK=?=', 'ニャーン'],
    ['=?ISO-2022-JP?B?GyRCJUclIyVsGyhC?= =?ISO-2022-JP?B?GyRCJS8lSBsoQg==?=', 'ディレクト'],
    ['=?iso-2022-jp?B?GyRCJUclIyVs?= =?iso-2022-jp?B?GyRCJS8lSBsoQg==?=', 'ディレクト'],
    [
      '=?iso-2022-jp?Q?Re:_?= =?iso-2022-jp?Q?=1B$B%G%#%l=1B(B?= =?ISO-2022-JP?Q?=1B$B%/%H=1B(B_2?=',
      'Re: ディレクト 2',
    ],
    ['=?ISO-2022-KR?B?GyQpQw4+SDNnDw==?= =?ISO-2022-KR?B?GyQpQw5HTzw8P2QP?=', '안녕하세요'],
    ['=?iso-2022-kr?B?GyQpQw4+SA==?= =?iso-2022-kr?B?M2dHTzw8P2QP?=', '안녕하세요'],
    ['=?HZ-GB-2312?B?fntEYzpDfn0=?= =?hz-gb-2312?B?fntKQD1nfn1+fg==?=', '你好世界~'],
    ['=?hz-gb-2312?B?fntEYzo=?= =?hz-gb-2312?B?Q0pAPWd+fQ==?=', '你好世界'],
    ['=?utf-7?Q?Gr+APw-?= =?UTF-7?Q?+AN8-e_+-_1?=', 'Grüße + 1'],
    ['=?utf-7?Q?+ZeVn?= =?utf-7?Q?LIqe-_+2D3e?= =?utf-7?Q?AA-?=', '日本語 😀'],
    ['=?shift_jis?Q?=83?= =?Shift_JIS?B?agU=?=', 'ニ'],
    ['=?utf-8*en?Q?=F0=9F?= =?UTF-8*EN?Q?=98=80?=', '😀'],
    ['=?utf-8?Q?Gr=C3?==?utf-8?Q?=BCn?=', 'Grün'],
    ['=?iso-8859-1?Q?=F6?= =?utf-8?Q?=C3=B6?=', 'öö'],
    ['=?utf-8?Q?=C3=B6?= and =?utf-8?Q?=C3=A4?=', 'ö and ä'],
    ['=?utf-8?Q?Gr=C3=BCn?=', 'Grün'],
    ['=?us-ascii?Q?a_b?= =?us-ascii?Q?c?=', 'a bc'],
  ]
  for (const [written, read] of WORDS) {
    it(`reads ${JSON.stringify(written)} as ${read}, in subjects, names and file names`, async () => {
      const header = [
        `From: ${written} <a@example.com>`,
        `To: "${written}" <b@example.com>`,
        `Cc: c@example.com (${written})`,
        `Subject: ${written}`,
        `Content-Type: application/pdf; name="${written}.doc"`,
        `Content-Disposition: attachment; filename="${written}.pdf"`,
      ]
      const message = await readInboundMessage(bytes(`${header.join('\r\n')}\r\n\r\nx`))
      expect(message.subject).to.equal(read)
      expect(message.from).to.deep.equal({ address: 'a@example.com', name: read })
      expect(message.to).to.deep.equal([{ address: 'b@example.com', name: read }])
      expect(message.cc).to.deep.equal([{ address: 'c@example.com', name: read }])
      expect(message.files.map(({ filename }) => filename)).to.deep.equal([`${read}.pdf`])
    })
  }

  it('makes no second address of a name with a comma', async () => {
    const message = await readInboundMessage(bytes('To: =?utf-8?Q?Doe,_<x@y>?= =?utf-8?Q?_J?= <a@example.com>\n\n'))
    expect(message.to.map(({ address }) => address)).to.deep.equal(['a@example.com'])
  })

  it('leaves file names of RFC 2231 alone', async () => {
    const header = "Content-Disposition: attachment; filename*0*=utf-8''Gr%C3; filename*1*=%BC%C3%9Fe.pdf"
    const { files } = await readInboundMessage(bytes(`Content-Type: application/pdf\n${header}\n\nx`))
    expect(files[0]?.filename).to.equal('Grüße.pdf')
  })

  it('finds the file name of a field with line breaks', async () => {
    expect(await readFileName('attachment;\nfilename="a.pdf"', '')).to.equal('a.pdf')
    expect(await readFileName('attachment', 'application/pdf;\r\n\r\n\n\tname="a.pdf"')).to.equal('a.pdf')
  })

  const RAW: [name: string, subject: Buffer, read: string][] = [
    ['Q in ISO-8859-1', latin1('=?iso-8859-1?Q?Fr\xf6sche?='), 'Frösche'],
    ['Q in KOI8-R', latin1('=?koi8-r?q?\xf0\xd2\xc9?='), 'При'],
    ['B in ISO-8859-1', latin1('=?iso-8859-1?B?RnI=\xf6c2NoZQ==?='), 'Frösche'],
    ['Q in UTF-8', bytes('=?utf-8?Q?Grü=C3=9Fe?='), 'Grüße'],
    ['one beside raw UTF-8', bytes(latin1('=?iso-8859-1?Q?Fr\xf6sche?='), ' Grüße'), 'Frösche Grüße'],
    ['two words that join', latin1('=?iso-8859-1?Q?Fr\xf6?= =?ISO-8859-1?Q?sche?='), 'Frösche'],
  ]
  for (const [name, subject, read] of RAW) {
    it(`reads raw bytes in an encoded word in its character set: ${name}`, async () => {
      const message = await readInboundMessage(bytes('Subject: ', subject, '\r\nFrom: a@example.com\r\n\r\nx'))
      expect(message.subject).to.equal(read)
    })
  }
})

describe('raw headers of received mail', () => {
  it('keeps UTF-8 in each field, whatever another one is written in', async () => {
    const message = await readInboundMessage(
      bytes(
        'Subject: Grüße\r\n',
        latin1('X-Report: caf\xe9\r\nTo: caf\xe9 <b@example.com>\r\n'),
        'From: Zoë <a@example.com>\r\n\r\n',
      ),
    )
    expect(message.subject).to.equal('Grüße')
    expect(message.from?.name).to.equal('Zoë')
    expect(message.to[0]?.name).to.equal('café')
  })

  it('judges the lines of a folded field together', async () => {
    const message = await readInboundMessage(
      bytes('Subject: Grüße\r\n ', latin1('caf\xe9'), '\r\nFrom: Zoë <a@b.example>\r\n\r\n'),
    )
    expect(message.subject).to.equal('GrÃ¼ÃŸe café')
    expect(message.from?.name).to.equal('Zoë')
  })

  it('keeps UTF-8 in the groups of a status part', () => {
    const groups = readFieldGroups(
      bytes('Remote-MTA: dns; Grüße\n\n', latin1('Diagnostic-Code: caf\xe9\nX-Note: '), 'Zoë\n'),
    )
    const values = groups.map((fields) => fields.map(({ value }) => value))
    expect(values).to.deep.equal([['dns; Grüße'], ['café', 'Zoë']])
  })
})

describe('blank lines before a header', () => {
  const HEADER = 'From: a@example.com\r\nSubject: Hi\r\n\r\n'
  const BEFORE = ['\r\n', '\n', '\r\n\r\n\r\n', '     \r\n', '\t\n \r\n', ' ', '\t', '\r\n ']
  for (const before of BEFORE) {
    it(`skips ${JSON.stringify(before)}, and leaves the body as it is`, async () => {
      const message = await readInboundMessage(bytes(`${before}${HEADER}\r\n\r\nx`))
      expect(message).to.include({ subject: 'Hi', text: '\n\nx' })
      expect(message.from).to.deep.equal({ address: 'a@example.com' })
      expect(message.faults).to.deep.equal([])
    })
  }

  it('skips them before the line that mailbox files begin with', async () => {
    const message = await readInboundMessage(bytes(`\nFrom ann@example.com Mon Mar  2 09:00:00 2026\n${HEADER}x`))
    expect(message).to.include({ subject: 'Hi', text: 'x' })
  })

  const WITHOUT: [raw: string, text: string][] = [
    ['\n\nNo field\nSubject: x\n\ny', '\nNo field\nSubject: x\n\ny'],
    ['  no field either\n\nSubject: x\n', '  no field either\n\nSubject: x\n'],
    ['\r\n\r\nx', '\nx'],
    [' \r\nx', ' \nx'],
  ]
  for (const [raw, text] of WITHOUT) {
    it(`takes ${JSON.stringify(raw)} for a body without a header`, async () => {
      const message = await readInboundMessage(bytes(raw))
      expect(message).to.include({ subject: '', from: null, text })
      expect(message.faults).to.deep.equal(['The message has no header.'])
    })
  }

  it('takes the blank line at the beginning of a part for the end of an empty header', async () => {
    const head = 'From: a@example.com\nContent-Type: multipart/mixed; boundary=x\n\n'
    const { text } = await readInboundMessage(bytes(`${head}--x\n\nSubject: of the text\n\ny\n--x--\n`))
    expect(text).to.equal('Subject: of the text\n\ny')
  })

  it('skips them in the message that a report returns', async () => {
    const status = 'Final-Recipient: rfc822; b@example.com\nAction: failed\nStatus: 5.1.1\n'
    const parts = [
      `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n${status}`,
      'Content-Type: message/rfc822\n\n   \n\t\n X-Email-Id: 0192d3a0\nSubject: Hi\n\nx\n',
    ]
    const head = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n'
    const report = await readReport(bytes(`${head}${parts.map((part) => `--b\n${part}`).join('\n')}\n--b--\n`))
    expect(report?.original.emailId).to.equal('0192d3a0')
  })
})
