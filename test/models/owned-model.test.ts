import { readdir, readFile } from 'node:fs/promises'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { Contact } from '../../models/contact.js'
import { Email } from '../../models/email.js'
import '../../models/indexes.js'
import { acrossProjects, type OwnedQuery } from '../../models/owned-model.js'
import { updateEach } from '../../models/update-each.js'

const MODELS = new URL('../../models/', import.meta.url)

describe('the models of records that belong to projects', () => {
  it('are all made by ownedModel, so that no query on them compiles without a project', async () => {
    const files = (await readdir(MODELS)).filter((file) => file.endsWith('.ts'))
    const sources = await Promise.all(files.map((file) => readFile(new URL(file, MODELS), 'utf8')))
    const made = sources.flatMap((source) => /ownedModel<\w+>\('(\w+)'/.exec(source)?.[1] ?? [])
    const owned = Object.values(mongoose.models).filter(({ schema }) => schema.path('projectId') !== undefined)
    expect(made.sort()).to.deep.equal(owned.map(({ modelName }) => modelName).sort())
  })
})

/** The compiler refuses each of these queries: a line that it comes to accept fails `npm run check:code`. */
export async function refusedByTheCompiler(maybe: { projectId?: string }, anything: object): Promise<void> {
  const _id = 'an id'
  // @ts-expect-error It names no project.
  await Email.find({ _id })
  // @ts-expect-error It names no project.
  await Email.find({ _id }, { status: 1 }).lean()
  // @ts-expect-error It names no project.
  await Email.findOne({ status: 'SENT' })
  // @ts-expect-error It may name no project.
  await Email.exists({ _id, ...maybe })
  // @ts-expect-error Nobody knows what it names.
  await Email.countDocuments(anything)
  // @ts-expect-error It has no filter.
  await Email.distinct('status')
  // @ts-expect-error It names all other projects.
  await Email.updateOne({ _id, projectId: { $ne: 'mine' } }, { $set: { error: null } })
  // @ts-expect-error It names no project.
  await Email.updateMany({ _id }, { $set: { error: null } })
  // @ts-expect-error It names no project.
  await Email.findOneAndUpdate({ _id }, { $set: { error: null } })
  // @ts-expect-error It names no project.
  await Email.findOneAndDelete({ _id })
  // @ts-expect-error It names no project.
  await Email.deleteOne({ _id })
  // @ts-expect-error It names no project.
  await Email.deleteMany({ $and: [{ _id }, { projectId: 'mine' }] })
  // @ts-expect-error One of its ways names no project.
  await Contact.find({ $or: [{ projectId: 'mine' }, { _id }] })
  // @ts-expect-error It names no project.
  await Email.aggregate([{ $match: { _id } }, { $count: 'emails' }])
  // @ts-expect-error It does not begin with a filter.
  await Email.aggregate([{ $sort: { _id: -1 } }, { $match: { projectId: 'mine' } }])
  // @ts-expect-error One of its writes names no project.
  await Email.bulkWrite([{ deleteOne: { filter: { _id } } }])
  // @ts-expect-error It names no project.
  await Email.collection.updateOne({ _id }, { $set: { error: null } })
  // @ts-expect-error It names no project.
  await updateEach(Email, [{ filter: { _id }, update: { $set: { error: null } } }])
  // @ts-expect-error The id alone names no project.
  await Email.findById(_id)
}

/** The compiler accepts these. */
export async function acceptedByTheCompiler(condition: Record<string, unknown>): Promise<void> {
  const narrowed: OwnedQuery = { $and: [{ projectId: 'mine', email: 'a@example.com' }, condition] }
  await Contact.find(narrowed)
  await Contact.find({ $or: [narrowed, { projectId: 'mine', _id: 'an id' }] })
  await Contact.find({ projectId: { $in: ['mine', 'yours'] } })
  await Contact.find(acrossProjects({ _id: 'an id' }, 'it says why'))
}
