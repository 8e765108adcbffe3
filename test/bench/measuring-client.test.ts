import { expect } from 'chai'
import mongoose from 'mongoose'
import { commandsBetween } from '../../bench/measuring/command-counts.js'
import { MeasuringClient } from '../../bench/measuring/measuring-client.js'
import { mongodbServer } from '../support/servers.js'

describe('the connection that measures', () => {
  it('counts what others send by its name, and nothing that it sends itself', async () => {
    const { info } = await mongodbServer()
    const measuring = await MeasuringClient.connect(info.mongodb)
    const other = await mongoose.mongo.MongoClient.connect(info.mongodb)
    try {
      const before = await measuring.commands()
      for (let n = 0; n < 20; n += 1) await measuring.findOne('nothing', { n })
      for (let n = 0; n < 5; n += 1) await measuring.count('nothing', {})
      for (let n = 0; n < 7; n += 1) await other.db().collection('nothing').distinct('n')
      const sent = commandsBetween(before, await measuring.commands())
      // The server and its other clients may send commands of their own, but none of these.
      expect(sent).to.include({ distinct: 7 })
      expect(sent).to.not.have.any.keys('find', 'aggregate', 'serverStatus')
    } finally {
      await measuring.close()
      await other.close()
    }
  })
})
