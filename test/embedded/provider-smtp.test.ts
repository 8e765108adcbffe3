import { expect } from 'chai'
import { createTransport } from 'nodemailer'
import { eventually, listMessages, getMessage, send, useProvider, useReceiver } from './provider-harness.js'

describe('the SMTP relay', () => {
  const provider = useProvider()
  const receiver = useReceiver()

  const mail = {
    from: 'Acme <hello@acme.test>',
    to: 'ada@example.com',
    bcc: 'eve@example.com',
    subject: 'Over SMTP',
    text: '.a line that starts with a dot',
  }

  it('keeps what it is given in the same inbox, with the recipients of the envelope', async () => {
    const { origin, smtpPort } = await provider.start()
    await createTransport({ host: '127.0.0.1', port: smtpPort }).sendMail(mail)

    const { messages } = await listMessages(origin)
    expect(messages).to.have.length(1)
    expect(messages[0]).to.include({ from: 'hello@acme.test', subject: 'Over SMTP' })
    expect(messages[0]?.to).to.deep.equal(['ada@example.com', 'eve@example.com'])
    expect((await getMessage(origin, messages[0]?.id ?? '')).text?.trim()).to.equal(mail.text)
  })

  it('takes any user name and password, so that a relay’s settings can be tried', async () => {
    const { origin, smtpPort } = await provider.start()
    const auth = { user: 'anyone', pass: 'anything' }
    await createTransport({ host: '127.0.0.1', port: smtpPort, auth }).sendMail(mail)
    expect((await listMessages(origin)).total).to.equal(1)
  })

  it('publishes no events, because a relay has none', async () => {
    const { origin, smtpPort } = await provider.start({ webhookUrl: receiver.url() })
    await createTransport({ host: '127.0.0.1', port: smtpPort }).sendMail(mail)
    const id = await send(origin)
    await eventually(() => expect(receiver.received).to.have.length(2))
    for (const { event } of receiver.received) expect(event.mail.messageId).to.equal(id)
  })
})
