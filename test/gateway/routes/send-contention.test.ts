import { expect } from 'chai'
import mongoose from 'mongoose'
import { Contact, Email, Outbox } from '../../support/models.js'
import { connectedDatabase } from '../../../runtime/mongodb/database.js'
import { afterPause } from '../../support/heartbeat.js'
import { eventually } from '../../support/eventually.js'
import { createContact } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

const FAULTS: [what: string, code: number][] = [
  ['a lock or ticket that was not free', 24],
  ['a write conflict', 112],
  ['a snapshot that is gone', 246],
  ['a transaction that the server has aborted', 251],
]

describe('POST /v1/send on a busy machine', () => {
  const { gateway, project, client, publicClient } = useProject()
  const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com', data: { plan: 'pro' } }

  const abortions = async (): Promise<number> => {
    const { transactions } = await connectedDatabase().admin().serverStatus()
    return Number(transactions.totalAborted)
  }

  it('is answered 200 after another transaction has held its contact for longer than a group waits', async () => {
    const { _id, email } = await createContact({ projectId: project.id, email: mail.to })
    const holder = await mongoose.connection.startSession()
    holder.startTransaction()
    await Contact.updateOne({ _id }, { $set: { 'data.held': true } }, { session: holder })
    const before = await abortions()
    const answers = Promise.all([
      client.post('/v1/send', mail),
      client.post('/v1/send', { ...mail, to: [email, 'bob@example.com'] }),
      publicClient.post('/v1/track', { email, event: 'came', data: { plan: 'free' } }),
      client.patch(`/contacts/${_id}`, { data: { seen: true } }),
    ])
    await eventually(abortions, (number) => number > before + 40)
    await holder.abortTransaction()
    await holder.endSession()
    expect((await answers).map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
    expect(await Email.countDocuments({ projectId: project.id })).to.equal(3)
  })

  for (const [what, code] of FAULTS) {
    it(`is answered 200 and stored once, however often MongoDB gives up its transaction for ${what}`, async () => {
      const { collection } = Outbox
      const insert = collection.insertMany.bind(collection)
      let failures = 0
      // The entry is the last that a transaction stores.
      collection.insertMany = (...args: Parameters<typeof insert>) => {
        failures += 1
        if (failures > 10) return insert(...args)
        const error = new mongoose.mongo.MongoServerError({ message: 'given up', code })
        error.addErrorLabel('TransientTransactionError')
        return Promise.reject(error)
      }
      try {
        const res = await client.post('/v1/send', { ...mail, to: `${code}@example.com` })
        expect(res.status, JSON.stringify(res.body)).to.equal(200)
      } finally {
        collection.insertMany = insert
      }
      expect(failures).to.be.above(10)
      expect(await Email.countDocuments({ projectId: project.id, to: `${code}@example.com` })).to.equal(1)
    })
  }

  it('is answered 200 after a pause of the process, before the next heartbeat of MongoDB', async () => {
    const statuses = await afterPause(async () => [
      (await client.post('/v1/send', mail)).status,
      (await gateway.as().get('/ready')).status,
    ])
    expect(statuses).to.deep.equal([200, 200])
  })
})
