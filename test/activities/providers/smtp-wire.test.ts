import { expect } from 'chai'
import * as fc from 'fast-check'
import { commandsOf } from '../../../activities/providers/smtp/envelope.js'
import { NO_EXTENSIONS, readExtensions } from '../../../activities/providers/smtp/extensions.js'
import { dataOf, endOf } from '../../../activities/providers/smtp/message-data.js'
import { ReplyParser } from '../../../activities/providers/smtp/reply-parser.js'
import type { Reply } from '../../../activities/providers/smtp/reply.js'
import { runs } from '../../support/runs.js'

describe('the content of a message over SMTP', () => {
  const pieces = fc.array(fc.constantFrom('\r\n', '\r', '\n', '.', '..', 'a', 'lang', 'ü'), { maxLength: 40 })

  it('ends at its own end and nowhere before, and arrives line by line', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const content = Buffer.from(parts.join(''))
        const data = dataOf(content)
        const wire = `\r\n${data.toString()}${endOf(data)}`
        expect(wire.indexOf('\r\n.\r\n')).to.equal(wire.length - 5)
        expect(wire).to.not.match(/\r(?!\n)|(?<!\r)\n/)
        const arrived = wire.slice(2, -3).replaceAll(/(?<=^|\r\n)\./g, '')
        const lines = content.toString().replaceAll(/\r\n|\r|\n/g, '\r\n')
        expect(arrived).to.equal(lines.endsWith('\r\n') ? lines : `${lines}\r\n`)
      }),
      runs(),
    )
  })

  it('is not copied when nothing has to change', () => {
    const content = Buffer.from('Subject: x\r\n\r\na.b\r\n')
    expect(dataOf(content)).to.equal(content)
  })
})

describe('the envelope of a message over SMTP', () => {
  const ADDRESSES = [
    'ann@example.com>\r\nRCPT TO:<eve@example.com',
    'ann\n@example.com',
    'a b@example.com',
    'a\0@b',
    '<a@b>',
  ]
  for (const address of ADDRESSES) {
    it(`is refused rather than written with ${JSON.stringify(address)}`, () => {
      const [id, good] = ['email-1', 'shop@example.com']
      for (const envelope of [
        { id, from: address, to: good },
        { id, from: good, to: address },
      ]) {
        expect(() => commandsOf(envelope, Buffer.alloc(0), NO_EXTENSIONS))
          .to.throw()
          .with.property('code', 'EENVELOPE')
      }
    })
  }

  it('identifies the email in a way that no id can break', () => {
    const envelope = { id: 'a+b=c\r\nü', from: 'shop@example.com', to: 'ann@example.com' }
    const { mail } = commandsOf(envelope, Buffer.alloc(0), { ...NO_EXTENSIONS, dsn: true })
    expect(mail).to.equal('MAIL FROM:<shop@example.com> RET=HDRS ENVID=a+2Bb+3Dc+0D+0A+C3+BC\r\n')
  })
})

describe('the replies of a mail server', () => {
  const read = (pieces: string[]): Reply[] => {
    const replies: Reply[] = []
    const parser = new ReplyParser()
    for (const piece of pieces) parser.read(piece, (reply) => replies.push(reply))
    expect(parser.isBetweenReplies).to.equal(true)
    return replies
  }

  it('are the same in whatever pieces they arrive', () => {
    const text = '250-mail.example.com\r\n250 PIPELINING\r\n354\r\n421 4.7.0 Bye\n'
    const whole = read([text])
    expect(whole.map(({ status }) => status)).to.deep.equal([250, 354, 421])
    expect(whole[0]?.text).to.equal('250-mail.example.com\n250 PIPELINING')
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), text.length]
        expect(read(ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end)))).to.deep.equal(whole)
      }),
      runs(),
    )
  })

  it('list what the server offers, in any case', () => {
    const text = '250-mail\n250-pipelining\n250-8BITMIME\n250-SIZE 1000\n250-AUTH=LOGIN\n250 AUTH PLAIN login'
    expect(readExtensions({ status: 250, text })).to.deep.equal({
      ...NO_EXTENSIONS,
      pipelining: true,
      eightBitMime: true,
      size: true,
      sizeLimitBytes: 1_000,
      auth: ['LOGIN', 'PLAIN', 'LOGIN'],
    })
    expect(readExtensions({ status: 250, text: '250 mail' }).auth).to.equal(null)
  })
})
