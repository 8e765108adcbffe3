import { expect } from 'chai'
import { Pool } from '../../../activities/providers/smtp/pool.js'
import type { KeepLimits } from '../../../activities/providers/smtp/session.js'
import { Transaction } from '../../../activities/providers/smtp/transaction.js'
import { eventually, eventuallyEquals } from '../../support/eventually.js'
import { useFakeSmtp, type FakeSmtp } from './fake-smtp.js'

const CONTENT = Buffer.from('Subject: Hello\r\n\r\nHello\r\n')
const LONG_MS = 20_000

describe('the pool of SMTP connections', () => {
  let smtp: FakeSmtp
  let pool: Pool
  useFakeSmtp((started) => (smtp = started), 'PIPELINING')

  const open = (maxConnections: number, keep: Partial<KeepLimits> = {}): Pool => {
    const server = { host: '127.0.0.1', port: smtp.port, isImplicitTls: false, tls: 'none' as const }
    const limits = { messages: 1_000, idleMs: LONG_MS, ...keep }
    pool = new Pool({ server, maxConnections, openWithinMs: LONG_MS, keep: limits })
    return pool
  }
  const send = (timeoutMs = LONG_MS): Promise<unknown> =>
    pool.send(new Transaction({ id: 'email-1', from: 'shop@example.com', to: 'ann@example.com' }, CONTENT, timeoutMs))
  const sendMany = (count: number) => Promise.all(Array.from({ length: count }, () => send()))

  afterEach(() => pool.close())

  it('closes a connection after as many messages as it may carry', async () => {
    open(1, { messages: 4 })
    await sendMany(10)
    expect(smtp.messages).to.have.length(10)
    expect(smtp.connections).to.equal(3)
    await eventuallyEquals(() => smtp.commands.filter((line) => line === 'QUIT').length, 2)
  })

  it('closes a connection that has been idle', async () => {
    open(2, { idleMs: 20 })
    await sendMany(2)
    await eventuallyEquals(() => smtp.open.size, 0)
    expect(smtp.commands.at(-1)).to.equal('QUIT')
    await send()
    expect(smtp.messages).to.have.length(3)
  })

  it('closes the connections beyond a lowered limit, idle ones at once and the others after their message', async () => {
    // Without PIPELINING no message waits behind another on a connection.
    smtp.offers = []
    open(4)
    await sendMany(8)
    smtp.answer('DOT', 'wait')
    const sending = sendMany(2)
    await eventuallyEquals(() => smtp.held.length, 2)
    let isLimited = false
    const limited = pool.limit(1).then(() => (isLimited = true))
    await eventuallyEquals(() => smtp.open.size, 2)
    expect(isLimited).to.equal(false)
    smtp.answer('DOT', '250 2.0.0 Ok')
    smtp.release('250 2.0.0 Ok')
    await sending
    await limited
    await eventually(
      async () => smtp.open.size,
      (open) => open <= 1,
    )
    await sendMany(8)
    expect(smtp.open.size).to.equal(1)
    expect(smtp.messages).to.have.length(18)

    void pool.limit(3)
    smtp.answer('DOT', 'wait')
    const wider = sendMany(3)
    await eventuallyEquals(() => smtp.held.length, 3)
    smtp.answer('DOT', '250 2.0.0 Ok')
    smtp.release('250 2.0.0 Ok')
    await wider
  })

  it('fails one message for a connection that cannot be opened, and tries again for the next', async () => {
    open(1)
    smtp.answer('GREETING', '421 4.7.0 Too many connections', '220 fake')
    const outcomes = await Promise.allSettled([send(), send()])
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled'])
    expect(smtp.messages).to.have.length(1)
  })

  it('sends a message once when its kept connection ends while a new one opens for it', async () => {
    open(2)
    smtp.answer('GREETING', '220 fake', 'wait')
    await send()
    smtp.answer('MAIL', '250 Ok', 'hang up', '250 Ok')
    const sent = sendMany(2)
    await eventually(
      async () => [smtp.commands.filter((line) => line.startsWith('MAIL')).length, smtp.held.length],
      ([begun, waiting]) => begun === 3 && waiting === 1,
    )
    smtp.release('220 fake')
    await sent
    expect(smtp.messages).to.have.length(3)
    expect(smtp.connections).to.equal(2)
  })

  it('counts the time in the queue towards the time-out', async () => {
    open(1)
    smtp.answer('DOT', 'silence')
    const first = send()
    await eventuallyEquals(() => smtp.messages.length, 1)
    const second: unknown = await send(50).catch((error: unknown) => error)
    expect(second).to.include({ code: 'ETIMEDOUT' })
    pool.close()
    expect(await first.catch((error: unknown) => error)).to.include({ code: 'ECONNECTION' })
    expect(smtp.messages).to.have.length(1)
  })

  it('rejects the messages that it has begun and those that wait when it is closed', async () => {
    open(1)
    smtp.answer('GREETING', 'silence')
    const outcomes = Promise.allSettled([send(), send()])
    await eventuallyEquals(() => smtp.open.size, 1)
    pool.close()
    expect((await outcomes).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    await eventuallyEquals(() => smtp.open.size, 0)
  })
})
