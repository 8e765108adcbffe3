import { expect } from 'chai'
import { createTransport } from 'nodemailer'
import { createDomain } from '../support/factories.js'
import { eventually, useStack } from '../support/stack.js'

describe('received mail', () => {
  const posthorn = useStack()

  const deliver = async (to: string, subject: string): Promise<void> => {
    const [host, port] = posthorn.stack.info.inboundSmtp.split(':')
    const transport = createTransport({ host, port: Number(port), secure: false, ignoreTLS: true })
    try {
      await transport.sendMail({ from: 'Ada <ada@sender.example>', to, subject, text: 'Hello?' })
    } finally {
      transport.close()
    }
  }

  it('starts a workflow that answers it once, although the gateway dies after it has accepted it', async () => {
    const { api, project } = posthorn
    const domain = `${project.id}.example.org`
    await createDomain({ projectId: project.id, domain, status: 'VERIFIED', verified: true })
    const template = { name: 'Answer', type: 'TRANSACTIONAL', from: `help@${domain}`, body: '<p>We are on it.</p>' }
    const { body: answer } = await api.post('/templates', {
      ...template,
      subject: `Re: {{ event.subject }} ${project.id}`,
    })
    const { body: workflow } = await api.post('/workflows', { name: 'Answer', eventName: 'email.received' })
    const step = { type: 'SEND_EMAIL', name: 'Answer', config: {}, templateId: answer.id, autoConnect: true }
    expect((await api.post(`/workflows/${workflow.id}/steps`, step)).status).to.equal(201)
    expect((await api.patch(`/workflows/${workflow.id}`, { enabled: true })).status).to.equal(200)

    await deliver(`help@${domain}`, 'Opening hours')
    await posthorn.kill('gateway')
    const answers = () => posthorn.inbox({ to: 'ada@sender.example', subject: project.id })
    const [sent] = await eventually(answers, ({ length }) => length > 0)
    expect(sent?.subject).to.equal(`Re: Opening hours ${project.id}`)

    await posthorn.untilReady('gateway')
    const { body: received } = await api.get('/emails?status=RECEIVED')
    expect(received.data).to.have.lengthOf(1)
    expect(received.data[0]).to.include({ from: 'ada@sender.example', subject: 'Opening hours', sourceType: 'INBOUND' })
    const executions = await eventually(
      async () => (await api.get(`/workflows/${workflow.id}/executions`)).body.data as { status: string }[],
      (all) => all.every(({ status }) => status === 'COMPLETED'),
    )
    expect(executions).to.have.lengthOf(1)
    expect(await answers()).to.have.lengthOf(1)
  })
})
