import { DeletedProject } from '../../../models/deleted-project.js'
import { expect } from 'chai'
import { createProject as createUnused } from '../../../commands/tenancy/projects/create-project.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import {
  createCampaign,
  createContact,
  createDomain,
  createMember,
  createTemplate,
  createUser,
  createWorkflow,
} from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

describe('GET /projects/:id/setup-state', () => {
  const gateway = useGateway()

  it('reports the parts of the set-up that are missing', async () => {
    const { id: projectId, secretKey } = await createUnused({ name: 'New', encryptionKeys: ENCRYPTION_KEYS })
    const member = gateway.signedIn(await createMember({ projectId, role: 'MEMBER' }))
    const state = async () => (await member.get(`/projects/${projectId}/setup-state`)).body.data
    const nothing = {
      hasVerifiedDomain: false,
      hasApiKeyUse: false,
      contactCount: 0,
      hasTemplate: false,
      hasEnabledWorkflow: false,
      lastCampaignSentAt: null,
      hasSubscription: false,
    }
    expect(await state()).to.deep.equal(nothing)
    const sentAt = new Date()
    await createCampaign({ projectId, status: 'SENT', sentAt: new Date(sentAt.getTime() - 1_000) })
    await Promise.all([
      createContact({ projectId }),
      createDomain({ projectId, verified: true }),
      createTemplate({ projectId }),
      createWorkflow({ projectId }),
      createCampaign({ projectId, status: 'SENT', sentAt }),
      gateway.as(secretKey).get('/contacts'),
    ])
    expect(await state()).to.deep.equal({
      ...nothing,
      hasVerifiedDomain: true,
      hasApiKeyUse: true,
      contactCount: 1,
      hasTemplate: true,
      hasEnabledWorkflow: true,
      lastCampaignSentAt: sentAt.toISOString(),
    })
  })
})

describe('POST /users/@me/projects of a user who owns many', () => {
  const gateway = useGateway({ MAX_PROJECTS_PER_USER: 3 })

  it('answers 403 above the limit, also at the same moment, and does not count the projects of other users', async () => {
    const user = await createUser()
    const { id: projectId } = await createUnused({ name: 'Other', encryptionKeys: ENCRYPTION_KEYS })
    await createMember({ projectId, role: 'OWNER' })
    const client = gateway.signedIn(user)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.post('/users/@me/projects', { name: 'A' })),
    )
    expect(answers.filter(({ status }) => status === 201)).to.have.length(3)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused).to.include({ status: 403, code: 'FORBIDDEN' })
    expect(refused?.details).to.include({ limit: 3 })
  })

  it('counts a deleted project for a day, so that a user cannot make projects without a limit', async () => {
    const user = await createUser()
    const client = gateway.signedIn(user)
    const create = () => client.post('/users/@me/projects', { name: 'A' })
    const made = [await create(), await create(), await create()]
    const id = String(made[0]?.body.id)
    expect((await client.delete(`/users/@me/projects/${id}`)).status).to.equal(202)
    expect(await create()).to.include({ status: 403, code: 'FORBIDDEN' })

    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await DeletedProject.updateOne({ _id: id }, { deletedAt: yesterday })
    expect((await create()).status).to.equal(201)
  })
})
