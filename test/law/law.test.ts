import { expect } from 'chai'
import type { ClientSession } from 'mongoose'
import { projectRoot } from '../../embedded/project-root.js'
import { newId } from '../../runtime/ids.js'
import { connectedDatabase } from '../../runtime/mongodb/database.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { useDatabase } from '../support/database.js'
import { Contact, Template } from '../support/models.js'
import { User } from '../../models/user.js'
import { shardings } from './law.js'
import { watchCommands, type Breach } from './monitor.js'
import type { Rule } from './rules.js'

type Work = () => Promise<unknown>
type InSession = (session: ClientSession) => Promise<unknown>
type Row = { projectId?: string; name?: string }

const [mine, theirs] = [newId(), newId()]
const of = { projectId: mine }
const ofTheirs = { projectId: theirs }
const email = 'ada@example.com'
const PLANTED = 'planted by the test of the law'

const stored = (collection: string) => connectedDatabase().collection<Row>(collection)
const insert = (...rows: Row[]) => stored('templates').insertMany(rows.map((row) => ({ ...row, name: PLANTED })))
const aggregate = (stages: object[], options: object = {}) =>
  stored('templates')
    .aggregate([{ $match: of }, ...stages], options)
    .toArray()
const lookUp = (...pipeline: object[]) => {
  const join = { from: 'contacts', let: { project: '$projectId' }, pipeline, as: 'contacts' }
  return [{ $lookup: join }]
}
const union = (...pipeline: object[]) => [{ $unionWith: { coll: 'contacts', pipeline } }]
const rename = (filter: Row, options: object = {}) =>
  stored('templates').updateMany(filter, { $set: { name: 'New' } }, options)
const together = (...all: InSession[]): Work => {
  return () => inTransaction((session) => inOrder(all, session))
}
const snapshot = { readConcern: { level: 'snapshot' } } as const

const FAULTS: [what: string, rule: Rule, work: Work][] = [
  ['a find without the project', 1, () => Template.find({ name: 'One' })],
  ['a find of two projects', 1, () => Template.find({ projectId: { $in: [mine, theirs] } })],
  ['a find of all other projects', 1, () => Template.find({ projectId: { $ne: mine } })],
  ['a find with a branch without the project', 1, () => Template.find({ $or: [of, { name: 'One' }] })],
  ['a find with branches of two projects', 1, () => Template.find({ $or: [of, ofTheirs] })],
  ['a count without the project', 1, () => Template.find({ name: 'One' }).countDocuments()],
  ['a distinct without the project', 1, () => Template.distinct('name', { name: 'One' })],
  [
    'an aggregation that asks late for the project',
    1,
    () =>
      stored('templates')
        .aggregate([{ $limit: 1 }, { $match: of }])
        .toArray(),
  ],
  ['an update without the project', 1, () => rename({ name: 'One' })],
  ['a deletion without the project', 1, () => Template.deleteMany({ name: 'One' })],
  ['a findAndModify without the project', 1, () => Template.findOneAndDelete({ _id: newId() })],
  ['a $lookup without the project', 2, () => aggregate(lookUp({ $match: { email } }))],
  ['a $lookup inside a $facet', 2, () => aggregate([{ $facet: { all: lookUp() } }])],
  ['a $unionWith without the project', 2, () => aggregate(union())],
  ['a $lookup in a transaction', 2, together((session) => aggregate(lookUp({ $match: of }), { session }))],
  ['a $lookup in a snapshot', 2, () => aggregate(lookUp({ $match: of }), snapshot)],
  ['a distinct in a snapshot', 2, () => stored('templates').distinct('name', of, snapshot)],
  [
    'a transaction of two projects',
    3,
    together(
      (session) => rename(of, { session }),
      (session) => rename(ofTheirs, { session }),
    ),
  ],
  [
    'a transaction of a project and the directory',
    3,
    together(
      (session) => rename(of, { session }),
      (session) => User.findOne({ email }, null, { session }),
    ),
  ],
  ['an insert without a project', 4, () => insert({})],
  ['an insert of two projects', 4, () => insert(of, ofTheirs)],
  ['an update of one contact without its address', 6, () => Contact.updateOne({ ...of, _id: newId() }, { data: {} })],
  ['an upsert of many without the address', 6, () => stored('contacts').updateMany(of, { $set: {} }, { upsert: true })],
  ['a change of the address of many', 6, () => Contact.updateMany({ ...of, _id: newId() }, { $set: { email } })],
]

const LAWFUL: [what: string, work: Work][] = [
  ['a find with the project', () => Template.find({ name: 'One', $and: [of] })],
  ['a find of a list of one project', () => Template.find({ projectId: { $in: [mine] } })],
  ['a find whose branches name the same project', () => Template.find({ $or: [of, { ...of, name: 'One' }] })],
  ['a query of the directory', () => User.find({ email })],
  ['a $lookup with the project', () => aggregate(lookUp({ $match: of }))],
  [
    'a $lookup with the project of the document',
    () => aggregate(lookUp({ $match: { $expr: { $eq: ['$projectId', '$$project'] } } })),
  ],
  [
    'a transaction of one project',
    together(
      (session) => rename(of, { session }),
      (session) => Contact.deleteMany(of, { session }),
    ),
  ],
  ['an update of one contact with its address', () => Contact.updateOne({ ...of, email }, { data: {} })],
]

describe('the law of shards', () => {
  useDatabase()
  after(() => Template.deleteMany({ name: PLANTED }))

  for (const [what, rule, work] of FAULTS) {
    it(`is broken by ${what}, against rule ${rule}`, async () => {
      const breaches = await breachesOf(work)
      expect(breaches.map((breach) => breach.rule)).to.deep.equal([rule])
      expect(breaches[0]?.site).to.match(/^test\/law\/law\.test\.ts:\d+$/)
    })
  }

  for (const [what, work] of LAWFUL) {
    it(`is kept by ${what}`, async () => expect(await breachesOf(work)).to.deep.equal([]))
  }
})

async function breachesOf(work: Work): Promise<Breach[]> {
  const breaches: Breach[] = []
  const stop = watchCommands({
    root: projectRoot,
    shardings: shardings(),
    shardOf: (projectId) => projectId,
    judgesTests: true,
    onBreach: (breach) => void breaches.push(breach),
  })
  try {
    await work()
  } finally {
    stop()
  }
  return breaches
}

async function inOrder(all: InSession[], session: ClientSession): Promise<void> {
  for (const work of all) await work(session)
}
