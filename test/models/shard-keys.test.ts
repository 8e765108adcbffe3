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
    const inDirectory = [
      'ApiKey',
      'BillingEvent',
      'DkimKey',
      'Invitation',
      'Member',
      'SenderDomain',
      'TestAddress',
      'View',
    ]
    const others = owned.filter(({ collection }) => !keyed.has(collection.name)).map(({ modelName }) => modelName)
    expect(others.sort()).to.deep.equal(inDirectory)
    for (const { shardKey, unshardedBecause } of collections) {
      if (shardKey) expect(shardKey).to.deep.equal({ projectId: 1 })
      else expect(unshardedBecause).to.match(/^the /)
    }
  })

  it('is a field that each record of the collection has', () => {
    const models = new Map(Object.values(mongoose.models).map((model) => [model.collection.name, model]))
    for (const { name, shardKey } of collections) {
      const required = models.get(name)?.schema.requiredPaths() ?? []
      expect(required, name).to.include.members(Object.keys(shardKey ?? {}))
    }
  })

  it('begins each unique index, so that the index is kept by one shard: rule 5 of the law', () => {
    const others = collections.flatMap(({ name, shardKey, indexes }) =>
      indexes
        .filter(({ unique, key }) => shardKey && unique && Object.keys(key)[0] !== 'projectId')
        .map((index) => `${name} ${index.name}`),
    )
    expect(others).to.deep.equal([])
  })
})

describe('the shard of a project', () => {
  it('is one for all projects on a replica set, and the project itself in a cluster', async () => {
    await withOneShard(() => expect(shardOf('one')).to.equal(shardOf('other')))
    expect(shardOf('one')).to.not.equal(shardOf('other'))
  })
})
