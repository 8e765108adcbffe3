import { expect } from 'chai'
import type { Role } from '../../../models/member.js'
import { View } from '../../../models/view.js'
import { createMember } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

describe('saved views', () => {
  const { gateway, project, client } = useProject()
  const join = async (role: Role = 'MEMBER') => {
    const user = await createMember({ projectId: project.id, role })
    return { user, client: gateway.signedIn(user, project.id) }
  }
  type Client = Awaited<ReturnType<typeof join>>['client']
  const save = async (as: Client, fields: object = {}) =>
    as.post('/views', { list: 'contacts', name: 'Mine', search: 'status=subscribed', ...fields })
  const names = async (as: Client, query = '') =>
    (await as.get(`/views${query}`)).body.data.map(({ name }: { name: string }) => name)

  it('are seen by their user, or by everyone in the project', async () => {
    const [ada, bob] = [await join(), await join()]
    const { status, body } = await save(ada.client, { columns: ['status', 'data.city'] })
    expect(status).to.equal(201)
    expect(body).to.deep.include({ list: 'contacts', name: 'Mine', columns: ['status', 'data.city'], isShared: false })
    expect(body).to.deep.include({ search: 'status=subscribed', isOwn: true })
    await save(ada.client, { name: 'Ours', isShared: true })
    await save(ada.client, { list: 'emails', name: 'Bounces', isShared: true })
    expect(await names(ada.client, '?list=contacts')).to.deep.equal(['Mine', 'Ours'])
    expect(await names(bob.client, '?list=contacts')).to.deep.equal(['Ours'])
    expect(await names(client)).to.deep.equal(['Bounces', 'Ours'])
    expect((await bob.client.patch(`/views/${body.id}`, { name: 'X' })).status).to.equal(404)
    expect((await bob.client.delete(`/views/${body.id}`)).status).to.equal(404)
  })

  it('that are shared are changed by their maker, an admin or a key, and not by other members', async () => {
    const [ada, bob, admin] = [await join(), await join(), await join('ADMIN')]
    const path = `/views/${(await save(ada.client, { isShared: true })).body.id}`
    expect(await bob.client.patch(path, { name: 'X' })).to.deep.include({ status: 403, code: 'FORBIDDEN' })
    expect((await bob.client.delete(path)).status).to.equal(403)
    expect((await ada.client.patch(path, { search: 'q=ada' })).body).to.include({ search: 'q=ada', isOwn: true })
    expect((await admin.client.patch(path, { name: 'Renamed' })).body).to.include({ name: 'Renamed', isOwn: false })
    expect((await client.patch(path, { isShared: false })).body).to.include({ isShared: false })
    expect(await names(admin.client)).to.deep.equal([])
    expect((await ada.client.delete(path)).status).to.equal(204)
    expect((await ada.client.delete(path)).status).to.equal(404)
  })

  it('have a name that is unique for the owner and the list; a user has one view without a name', async () => {
    const [ada, bob] = [await join(), await join()]
    await save(ada.client)
    expect(await save(ada.client)).to.deep.include({ status: 409, code: 'CONFLICT' })
    expect((await save(bob.client)).status).to.equal(201)
    expect((await save(ada.client, { list: 'emails' })).status).to.equal(201)
    expect((await save(ada.client, { isShared: true })).status).to.equal(201)
    expect((await save(ada.client, { name: null })).status).to.equal(201)
    expect((await save(ada.client, { name: null })).status).to.equal(409)
    expect((await save(ada.client, { name: null, isShared: true })).status).to.equal(400)
    expect((await save(client)).status).to.equal(400)
    const { body } = await save(ada.client, { name: 'Other' })
    expect((await ada.client.patch(`/views/${body.id}`, { name: 'Mine' })).status).to.equal(409)
  })

  it('are refused beyond their limits, with the name of the field', async () => {
    const { user, client: ada } = await join()
    const faulty = { list: 'domains', name: 'x'.repeat(81), search: 'x'.repeat(8_001), columns: Array(21).fill('a') }
    const { status, body } = await save(ada, faulty)
    expect(status).to.equal(422)
    const fields = body.error.errors.map(({ field }: { field: string }) => field)
    expect(fields).to.have.members(['list', 'name', 'search', 'columns'])
    const full = (owner: string, count: number) =>
      View.insertMany(
        Array.from({ length: count }, (_, n) => {
          const named = { projectId: project.id, list: 'contacts' as const, name: `View ${n}`, userId: user._id }
          return { ...named, owner, isShared: owner === '' }
        }),
      )
    await Promise.all([full(user._id, 50), full('', 100)])
    expect(await save(ada)).to.deep.include({ status: 422, code: 'QUOTA_EXCEEDED' })
    expect((await save(ada, { isShared: true })).status).to.equal(422)
    expect((await ada.get('/views')).body.data).to.have.lengthOf(150)
  })

  it('of a user go with the membership or the account, and shared ones stay', async () => {
    const [owner, ada, bob] = [await join('OWNER'), await join(), await join()]
    for (const { client: as } of [ada, bob]) await save(as)
    await save(ada.client, { name: 'Ours', isShared: true })
    expect((await owner.client.delete(`/projects/${project.id}/members/${bob.user._id}`)).status).to.equal(200)
    expect((await ada.client.delete('/users/@me')).status).to.equal(204)
    const left = await View.find({ projectId: project.id }, { name: 1, userId: 1, _id: 0 }).lean()
    expect(left).to.deep.equal([{ name: 'Ours', userId: null }])
  })
})
