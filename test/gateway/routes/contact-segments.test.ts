import { expect } from 'chai'
import { Contact, Suppression } from '../../support/models.js'
import { only } from '../../support/conditions.js'
import { createContact, createProject, createSegment } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { createContactsOn, IS_PRO } from '../../support/segments.js'

const IS_SUBSCRIBED = only({ field: 'subscribed', operator: 'equals', value: true })

describe('GET /contacts/:id/segments', () => {
  const { project, client } = useProject()

  const namesOf = async (id: string | undefined): Promise<string[]> => {
    const res = await client.get(`/contacts/${id}/segments`)
    expect(res.status).to.equal(200)
    return res.body.data.map(({ name }: { name: string }) => name)
  }

  it('lists static segments by their members and dynamic ones by their conditions, tracked or not', async () => {
    const { id: projectId } = project
    const [pro, free] = await createContactsOn(projectId, ['pro', 'free'])
    const fixed = await createSegment({ projectId, name: 'c fixed' })
    await createSegment({ projectId, name: 'empty' })
    const dynamic = await createSegment({ projectId, name: 'b pro', condition: IS_PRO })
    const tracked = { trackMembership: true, condition: IS_SUBSCRIBED }
    const late = await createSegment({ projectId, name: 'a tracked', ...tracked })
    const nested = only({ field: `segment.${fixed._id}`, operator: 'memberOfSegment' })
    await createSegment({ projectId, name: 'd nested', condition: nested })
    await Contact.updateOne({ _id: pro?._id ?? '' }, { $set: { segments: [fixed._id] } })
    const { body } = await client.get(`/contacts/${pro?._id}/segments`)
    expect(body.data.slice(0, 3)).to.deep.equal([
      { id: late._id, name: 'a tracked', type: 'DYNAMIC', trackMembership: true },
      { id: dynamic._id, name: 'b pro', type: 'DYNAMIC', trackMembership: false },
      { id: fixed._id, name: 'c fixed', type: 'STATIC', trackMembership: false },
    ])
    expect(await namesOf(pro?._id)).to.deep.equal(['a tracked', 'b pro', 'c fixed', 'd nested'])
    expect(await namesOf(free?._id)).to.deep.equal(['a tracked'])
    // A contact that is stored as a member and no longer meets the condition is not one.
    await Contact.updateOne({ _id: free?._id ?? '' }, { $set: { segments: [late._id], subscribed: false } })
    expect(await namesOf(free?._id)).to.deep.equal([])
  })

  it('evaluates more conditions than one query allows, and skips one that is too large', async () => {
    const { id: projectId } = project
    const [contact] = await createContactsOn(projectId, ['pro'])
    const filters = Array.from({ length: 100 }, (_, n) => ({
      field: 'email',
      operator: 'notEquals' as const,
      value: `${n}${'x'.repeat(900)}`,
    }))
    const large = { logic: 'AND' as const, groups: [{ filters }] }
    for (let n = 0; n < 60; n += 1) {
      const condition = n % 2 === 0 ? large : only({ field: 'data.plan', operator: 'equals', value: 'free' })
      await createSegment({ projectId, name: `s ${n}`, condition })
    }
    expect(await namesOf(contact?._id)).to.have.length(30)
  })
})

describe('the suppression on GET /contacts/:id', () => {
  const { project, client } = useProject()

  it('is null, or the reason with its times, while it is in force in this project', async () => {
    const { _id, email } = await createContact({ projectId: project.id })
    const suppressionOf = async () => (await client.get(`/contacts/${_id}`)).body.suppression
    const at = new Date('2026-03-01T10:00:00Z')
    await Suppression.create({ projectId: (await createProject()).id, email, reason: 'BOUNCE' })
    expect(await suppressionOf()).to.equal(null)
    const stored = await Suppression.create({ projectId: project.id, email, reason: 'COMPLAINT', createdAt: at })
    expect(await suppressionOf()).to.deep.equal({ reason: 'COMPLAINT', createdAt: at.toISOString() })
    const expiresAt = new Date(Date.now() + 3_600_000)
    await Suppression.updateOne({ _id: stored._id }, { $set: { reason: 'SOFT_BOUNCES', expiresAt } })
    const paused = { reason: 'SOFT_BOUNCES', createdAt: at.toISOString(), expiresAt: expiresAt.toISOString() }
    expect(await suppressionOf()).to.deep.equal(paused)
    await Suppression.updateOne({ _id: stored._id }, { $set: { expiresAt: new Date(Date.now() - 1_000) } })
    expect(await suppressionOf()).to.equal(null)
  })
})
