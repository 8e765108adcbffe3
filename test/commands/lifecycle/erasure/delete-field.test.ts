import { expect } from 'chai'
import { countFields } from '../../../../commands/audience/fields/count-fields.js'
import { createJob, runSlice, type JobRef } from '../../../../commands/base/jobs/advance-job.js'
import { deleteField } from '../../../../commands/lifecycle/erasure/delete-field.js'
import { deleteFieldSlice } from '../../../../commands/lifecycle/erasure/delete-field-slice.js'
import { fieldStates, forgetField } from '../../../../commands/base/records/known-fields.js'
import { Contact, Field, Job } from '../../../support/models.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { storeEntriesOfNew, waitingOf } from '../../../support/outbox.js'
import { setData } from '../../audience/contacts/set-data.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'

describe('the deletion of a field', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const set = async (name: string, data: object): Promise<string> =>
    (await setData(projectId, { email: `${name}@example.com` }, data)).contact._id
  const fields = async () =>
    Object.fromEntries((await countFields(projectId)).fields.map(({ key, type, count }) => [key, `${type} ${count}`]))

  /** The work of `deleteField` before its first slice. */
  const begin = async (key: string, before = new Date(), others: string[] = []): Promise<JobRef> => {
    await Field.updateOne({ projectId, key }, { $set: { deletedAt: before } })
    const result = { removed: 0, kept: [] }
    const input = { keys: [key, ...others], before, total: 1 }
    const jobId = await createJob({ projectId, kind: 'DELETE_FIELD', input, result })
    return { projectId, jobId }
  }
  const finish = async (ref: JobRef): Promise<number> => {
    for (let slices = 1; ; slices += 1) if ((await deleteFieldSlice(ref)).isDone) return slices
  }

  it('removes the field from thousands of contacts in slices, dispatched and not dispatched yet', async () => {
    const make = (n: number) => ({ projectId, email: `${n}@example.com`, subscribed: true })
    const many = (from: number) =>
      Array.from({ length: 600 }, (_, n) => ({ ...make(from + n), data: n % 2 ? { x: n, y: n } : { y: n } }))
    const store = async (contacts: object[]) => {
      const made = await Contact.insertMany(contacts)
      await storeEntriesOfNew(projectId, made)
    }
    await store(many(0))
    await dispatchAll(projectId)
    await store(many(600))
    expect(await fields()).to.deep.equal({ x: 'number 600', y: 'number 1200' })
    // Each slice looks for many fields in few contacts.
    const others = Array.from({ length: 60 }, (_, n) => `z${n}`)
    expect(await finish(await begin('x', new Date(), others))).to.be.greaterThan(1)
    expect(await Contact.countDocuments({ projectId, 'data.x': { $exists: true } })).to.equal(0)
    expect(await fields()).to.deep.equal({ y: 'number 1200' })
    await dispatchAll(projectId)
    expect(await fields()).to.deep.equal({ y: 'number 1200' })
  })

  it('leaves the words of a name that other fields still have', async () => {
    const ada = await set('ada', { name: 'Ada King', 'last name': 'Lovelace' })
    const bob = await set('bob', { name: 'Bob', x: 1 })
    await finish(await begin('name'))
    expect(await Contact.findById(ada).lean()).to.have.deep.property('searchWords', ['lovelace'])
    expect(await Contact.findById(bob).lean()).to.not.have.property('searchWords')
  })

  it('counts a contact once that gets the field again afterwards', async () => {
    await set('ada', { x: 1 })
    await set('bob', { x: 2 })
    await dispatchAll(projectId)
    expect((await deleteField(projectId, 'x')).deletedFrom).to.equal(2)
    await finishBegun(projectId)
    await set('ada', { x: 'again' })
    expect(await fields()).to.deep.equal({ x: 'string 1' })
    await dispatchAll(projectId)
    expect(await fields()).to.deep.equal({ x: 'string 1' })
  })

  it('keeps and counts once the values that are written during it, by new contacts and by old ones', async () => {
    for (const email of ['ada', 'bob', 'cyd']) await set(email, { x: 1 })
    await dispatchAll(projectId)
    const ref = await begin('x', new Date(Date.now() - 1))
    await Contact.updateMany(
      { projectId },
      { $set: { updatedAt: new Date(Date.now() - 1_000) } },
      { timestamps: false },
    )
    // Like another gateway, this process does not know of the deletion.
    const [again, fresh] = [await set('ada', { x: 'again' }), await set('new', { x: 'fresh' })]
    await set('bob', { x: null })
    await finish(ref)
    const have = await Contact.find({ projectId, 'data.x': { $exists: true } })
      .sort({ _id: 1 })
      .lean()
    expect(have.map(({ _id }) => _id)).to.have.members([again, fresh])
    await dispatchAll(projectId)
    expect(await fields()).to.deep.equal({ x: 'string 2' })
  })

  it('registers the field again for a contact that another process writes after it', async () => {
    await set('ada', { x: 1 })
    await dispatchAll(projectId)
    await finish(await begin('x'))
    expect(await fieldStates(projectId, ['x'])).to.deep.equal(new Map([['x', 'deleted']]))
    await set('bob', { x: 'text' })
    await dispatchAll(projectId)
    expect(await fieldStates(projectId, ['x'])).to.deep.equal(new Map([['x', 'known']]))
    expect(await fields()).to.deep.equal({ x: 'string 1' })
  })

  it('is not reverted by a change of other fields during it', async () => {
    for (const email of ['ada', 'bob']) await set(email, { x: 1 })
    await dispatchAll(projectId)
    const ref = await begin('x')
    forgetField(projectId, 'x')
    await set('ada', { y: 1 })
    await Contact.updateMany({ projectId }, { $set: { updatedAt: new Date(0) } }, { timestamps: false })
    await dispatchAll(projectId)
    expect(await fields()).to.deep.equal({ y: 'number 1' })
    await finish(ref)
    expect(await fields()).to.deep.equal({ y: 'number 1' })
  })

  it('is not reverted by earlier contacts that are dispatched during it', async () => {
    for (const email of ['ada', 'bob']) await set(email, { x: 1 })
    const ref = await begin('x')
    await dispatchAll(projectId)
    expect(await fields()).to.deep.equal({})
    await finish(ref)
    expect(await fieldStates(projectId, ['x'])).to.deep.equal(new Map([['x', 'deleted']]))
    expect(await Contact.countDocuments({ projectId, 'data.x': { $exists: true } })).to.equal(0)
  })

  it('does nothing twice when one slice runs several times at once', async () => {
    for (let n = 0; n < 20; n += 1) await set(`c${n}`, { x: n })
    await dispatchAll(projectId)
    const ref = await begin('x')
    await Promise.all(Array.from({ length: 4 }, () => runSlice(ref, deleteFieldSlice)))
    expect(await Job.findOne({ _id: ref.jobId, projectId }).lean()).to.deep.include({
      status: 'COMPLETED',
      result: { removed: 20, kept: [] },
    })
    await dispatchAll(projectId)
  })

  it('updates tracked segments', async () => {
    const contact = await createContact({ projectId, data: { x: 1 } })
    const segment = await createSegment({
      projectId,
      trackMembership: true,
      condition: only({ field: 'data.x', operator: 'exists' }),
    })
    await dispatchAll(projectId)
    const members = () => Contact.countDocuments({ projectId, segments: segment._id })
    expect(await members()).to.equal(1)
    await deleteField(projectId, 'data.x')
    await finishBegun(projectId)
    expect(await waitingOf('contact', projectId)).to.deep.equal([contact._id])
    await dispatchAll(projectId)
    expect(await members()).to.equal(0)
  })
})
