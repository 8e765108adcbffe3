import { expect } from 'chai'
import { ProviderError, type EmailProvider } from '../../../activities/providers/provider.js'
import { Email } from '../../support/models.js'
import { deliverOne, deliveryDeps } from '../../support/delivery-deps.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import type { HttpClient } from '../../support/http-client.js'

const TO = 'ada@example.com'

describe('delivering to an address that is being suppressed', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })
  let projectId: string
  let client: HttpClient
  let taken: string[]
  let answer: () => Promise<void>

  beforeEach(async () => {
    const project = await createProject()
    projectId = project.id
    client = gateway.as(project.secretKey)
    taken = []
    answer = async () => undefined
  })

  const provider: EmailProvider = {
    name: 'fake',
    async send({ emailId }) {
      await answer()
      taken.push(emailId)
      return { providerMessageId: emailId }
    },
    close: () => undefined,
  }
  const deps = deliveryDeps(provider)
  const deliver = (emailId: string) => deliverOne(deps, projectId, emailId)
  const suppress = async (): Promise<void> => {
    expect((await client.post('/suppressions', { email: TO })).status).to.equal(201)
  }
  const statusOf = async (emailId: string) => (await Email.findById(emailId).orFail().lean()).status

  it('sends nothing to it once the suppression is answered, transactional mail included', async () => {
    const emails = [
      await createEmail({ projectId, to: TO }),
      await createEmail({ projectId, to: TO, type: 'MARKETING' }),
    ]
    const other = await createEmail({ projectId })
    await suppress()
    for (const { _id } of emails) {
      expect(await deliver(_id)).to.include({ state: 'withheld', status: 'SUPPRESSED' })
      expect(await statusOf(_id)).to.equal('SUPPRESSED')
    }
    expect(await deliver(other._id)).to.deep.equal({ state: 'sent' })
    expect(taken).to.deep.equal([other._id])
  })

  it('stops the next claim when the suppression came while the provider refused the message temporarily', async () => {
    const { _id } = await createEmail({ projectId, to: TO })
    answer = async () => {
      await suppress()
      throw new ProviderError('throttled', { provider: 'fake', code: 'Test' })
    }
    expect(await deliver(_id)).to.include({ state: 'deferred' })
    answer = async () => undefined
    expect(await deliver(_id)).to.include({ state: 'withheld', status: 'SUPPRESSED' })
    expect(taken).to.deep.equal([])
  })

  it('stops every message that is claimed after the answer, however many leave at that moment', async () => {
    const early = await Promise.all(Array.from({ length: 20 }, () => createEmail({ projectId, to: TO })))
    const late = await Promise.all(Array.from({ length: 20 }, () => createEmail({ projectId, to: TO })))
    const leaving = Promise.all(early.map(({ _id }) => deliver(_id)))
    await suppress()
    const results = await Promise.all(late.map(({ _id }) => deliver(_id)))
    const earlyResults = await leaving

    for (const result of results) expect(result).to.include({ state: 'withheld', status: 'SUPPRESSED' })
    const sentEarly = early.filter((_, index) => earlyResults[index]?.state === 'sent').map(({ _id }) => _id)
    expect(taken).to.have.members(sentEarly)
    for (const { _id } of early) expect(await statusOf(_id)).to.be.oneOf(['SENT', 'SUPPRESSED'])
  })

  it('sends new messages again once the suppression is deleted', async () => {
    const withheld = await createEmail({ projectId, to: TO })
    await suppress()
    await deliver(withheld._id)
    expect((await client.delete(`/suppressions/${encodeURIComponent('Ada@Example.com')}`)).status).to.equal(204)

    const next = await createEmail({ projectId, to: TO })
    expect(await deliver(next._id)).to.deep.equal({ state: 'sent' })
    expect(await deliver(withheld._id)).to.include({ state: 'withheld' })
    expect(taken).to.deep.equal([next._id])
  })

  it('does not affect other projects', async () => {
    const other = await createProject()
    const email = await createEmail({ projectId: other.id, to: TO })
    await suppress()
    expect(await deliverOne(deps, other.id, email._id)).to.deep.equal({ state: 'sent' })
  })
})
