import { expect } from 'chai'
import mongoose from 'mongoose'
import { commandsBetween } from '../../bench/measuring/command-counts.js'
import { MeasuringClient } from '../../bench/measuring/measuring-client.js'
import { eventually } from '../support/eventually.js'
import { mongodbServer } from '../support/servers.js'

describe('the connection that measures', () => {
  it('counts what others send by its name, and nothing that it sends itself', async () => {
    const { info } = await mongodbServer()
    const measuring = await MeasuringClient.connect(info.mongodb)
    const other = await mongoose.mongo.MongoClient.connect(info.mongodb)
    try {
      const measure = async () => {
        const before = await measuring.commands()
        for (let n = 0; n < 20; n += 1) await measuring.findOne('nothing', { n })
        for (let n = 0; n < 5; n += 1) await measuring.count('nothing', {})
        for (let n = 0; n < 7; n += 1) await other.db().collection('nothing').distinct('n')
        return commandsBetween(before, await measuring.commands())
      }
      // The server gives itself commands too, such as those that refresh sessions every five minutes.
      const sent = await eventually(measure, (each) => !('find' in each || 'aggregate' in each))
      expect(sent).to.include({ distinct: 7 })
      expect(sent).to.not.have.any.keys('serverStatus')
    } finally {
      await measuring.close()
      await other.close()
    }
  })
})
