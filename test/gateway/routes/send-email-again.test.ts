import { expect } from 'chai'
import { Contact, Email, Suppression } from '../../support/models.js'
import type { EmailStatus } from '../../../models/domain/email-status.js'
import { createApiKey, createEmail } from '../../support/factories.js'
import { waitingOf } from '../../support/outbox.js'
import { useProject } from '../../support/project.js'
import { createSender } from '../../support/sends.js'

describe('POST /emails/:id/send-again', () => {
  const { gateway, project, client } = useProject()
  const sender = createSender(
    { project, client },
    {
      to: ['Ada@example.com', 'bob@example.com'],
      subject: 'Order {{ order }}',
      body: '<p>{{ order }} for {{ email }}</p>',
      from: { name: 'Acme', email: 'orders@example.com' },
      reply: 'help@example.com',
      data: { order: { value: 7, persistent: false } },
      headers: { 'X-Order': '7' },
      tags: ['receipt'],
      tracking: false,
    },
  )

  const again = (id: string, headers = {}) => client.post(`/emails/${id}/send-again`, undefined, headers)
  const fail = async (id: string, status: EmailStatus = 'BOUNCED'): Promise<string> => {
    await Email.updateOne({ _id: id, projectId: project.id }, { $set: { status, listedStatus: status } })
    return id
  }
  const sentAndFailed = async (): Promise<string> => fail((await sender.send({}))[0]?.email ?? '')
  const expectRefused = async (id: string, details: object, status = 409) => {
    const res = await again(id)
    expect(res).to.deep.include({ status, code: status === 410 ? 'CONTENT_GONE' : 'CONFLICT' })
    expect(res.details).to.deep.include(details)
    expect(await Email.countDocuments({ projectId: project.id, sentAgainFrom: id })).to.equal(0)
  }

  it('sends the message as it was, once more, and each of the two emails shows the other', async () => {
    const sent = await sender.send({})
    const id = sent[0]?.email ?? ''
    const [before] = await sender.deliver(id)
    await fail(id)
    const { status, body } = await again(id)
    expect(status).to.equal(200)
    expect(body).to.deep.include({ status: 'PENDING', sentAgainFrom: id, sentAgainAs: null, tags: ['receipt'] })
    expect(await waitingOf('email', project.id)).to.include(body.id)
    const [after] = await sender.deliver(body.id)
    // Two messages with one content differ in their ids, times and boundaries.
    const comparable = (raw = '') => {
      const boundary = /boundary="(.*?)"/.exec(raw)?.[1] ?? 'no boundary'
      return raw.replaceAll(boundary, '').replaceAll(/^(?:Date|Message-ID|X-Email-Id): .*/gm, '')
    }
    expect(after?.to).to.equal(before?.to)
    expect(comparable(after?.raw)).to.equal(comparable(before?.raw))
    expect(after?.raw).to.include('Subject: Order 7').and.include('7 for ada@example.com')
    const first = (await client.get(`/emails/${id}`)).body
    expect(first.sentAgainAs).to.equal(body.id)
    expect(first.timeline.at(-1)).to.deep.include({ type: 'email.sent_again', data: { sentAgainAs: body.id } })
    const second = (await client.get(`/emails/${body.id}`)).body
    expect(second.timeline[0]).to.deep.include({ type: 'email.created', data: { sentAgainFrom: id } })
  })

  it('sends once for requests at the same moment, and the new email again when that one fails', async () => {
    const id = await sentAndFailed()
    const answers = await Promise.all([again(id), again(id), again(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 409, 409])
    const [second] = await Email.find({ projectId: project.id, sentAgainFrom: id }).lean()
    expect(await Email.countDocuments({ projectId: project.id, sentAgainFrom: id })).to.equal(1)
    for (const { details } of answers.filter(({ status }) => status === 409)) {
      expect(details).to.deep.equal({ reason: 'sent_again', emailId: second?._id })
    }
    const newest = await again(await fail(second?._id ?? '', 'FAILED'))
    expect(newest.body.sentAgainFrom).to.equal(second?._id)
  })

  it('acts once for an idempotency key', async () => {
    const [one, other] = [await sentAndFailed(), await sentAndFailed()]
    const key = { 'Idempotency-Key': 'retry-1' }
    expect((await again(one, key)).status).to.equal(200)
    const { code, details } = await again(other, key)
    expect(code).to.equal('IDEMPOTENCY_KEY_REUSED')
    expect(details).to.deep.include({ originalStatusCode: 200 })
  })

  it('refuses emails that are not transactional, and those that did not fail', async () => {
    const { id: projectId } = project
    for (const of of [{ sourceType: 'WORKFLOW' }, { sourceType: 'CAMPAIGN' }, { type: 'MARKETING' }] as const) {
      const { _id } = await createEmail({ projectId, status: 'BOUNCED', ...of })
      await expectRefused(_id, { reason: 'not_transactional', ...of })
    }
    for (const status of ['PENDING', 'DELIVERED', 'COMPLAINED'] as const) {
      const { _id } = await createEmail({ projectId, status })
      await expectRefused(_id, { reason: 'not_failed', status })
    }
  })

  it('refuses a suppressed address until the suppression is removed', async () => {
    const id = await sentAndFailed()
    await Suppression.create({ projectId: project.id, email: 'ada@example.com', reason: 'BOUNCE' })
    await expectRefused(id, { reason: 'suppressed', suppression: 'BOUNCE' })
    expect((await client.delete('/suppressions/ada@example.com')).status).to.equal(204)
    expect((await again(id)).status).to.equal(200)
  })

  it('refuses the former address of a contact, a key for other domains, and what is no longer kept', async () => {
    const { id: projectId } = project
    const moved = await sentAndFailed()
    const { secret } = await createApiKey({ projectId, scope: 'send', domains: ['acme.example'] })
    const byKey = await gateway.as(secret).post(`/emails/${moved}/send-again`)
    expect(byKey).to.deep.include({ status: 403, code: 'FORBIDDEN' })
    await Contact.updateOne({ projectId, email: 'ada@example.com' }, { $set: { email: 'ada@example.org' } })
    await expectRefused(moved, { reason: 'address_changed' })
    const file = { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('a').toString('base64') }
    const [attached] = await sender.send({ to: 'bob@example.com', attachments: [file] })
    await expectRefused(await fail(attached?.email ?? ''), { reason: 'attachments' }, 410)
    const old = await createEmail({ projectId, status: 'FAILED', contentId: 'gone' })
    await expectRefused(old._id, { reason: 'retention' }, 410)
    await Contact.deleteOne({ projectId, _id: old.contactId })
    await expectRefused(old._id, { reason: 'contact_deleted' }, 410)
  })
})
