import { expect } from 'chai'
import mongoose from 'mongoose'
import { declaredCollections } from '../../models/indexes.js'
import { shardOf } from '../../runtime/mongodb/shard-of.js'
import { withOneShard } from '../support/one-shard.js'

describe('the shard key of a collection', () => {
  const collections = declaredCollections()

  it('is the project for all records that have one, unless the directory holds them, which says so', () => {
    const keyed = new Set(collections.filter(({ shardKey }) => shardKey).map(({ name }) => name))
    const owned = Object.values(mongoose.models).filter(({ schema }) => schema.path('projectId') !== undefined)
    const inDirectory = ['ApiKey', 'BillingEvent', 'DkimKey', 'Invitation', 'Member', 'SenderDomain']
    const others = owned.filter(({ collection }) => !keyed.has(collection.name)).map(({ modelName }) => modelName)
    expect(others.sort()).to.deep.equal(inDirectory)
    for (const { shardKey, unshardedBecause } of collections) {
      if (shardKey) expect(shardKey).to.deep.equal({ projectId: 1 })
      else expect(unshardedBecause).to.match(/^the /)
    }
  })
})

describe('the shard of a project', () => {
  it('is one for all projects on a replica set, and the project itself in a cluster', async () => {
    await withOneShard(() => expect(shardOf('one')).to.equal(shardOf('other')))
    expect(shardOf('one')).to.not.equal(shardOf('other'))
  })
})
