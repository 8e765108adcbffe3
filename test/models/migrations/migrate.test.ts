import { expect } from 'chai'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { connectedDatabase } from '../../../runtime/mongodb/database.js'
import mongoose from 'mongoose'
import { declaredCollections } from '../../../models/indexes.js'
import { MigrationRecord } from '../../../models/migration.js'
import { migrate } from '../../../models/migrations/migrate.js'
import { MigrationError, type Migration } from '../../../models/migrations/migration.js'
import { isUpToDate, planMigration, type Schema } from '../../../models/migrations/plan.js'
import { SchemaState } from '../../../models/schema-state.js'
import { everything } from '../../support/database.js'
import { useOwnDatabase } from '../../support/own-database.js'

type IndexDescription = mongoose.mongo.IndexDescription

describe('migrating a database', () => {
  useOwnDatabase()

  it('makes everything that the models declare, in one that has some of it already, and nothing twice', async () => {
    for (const { name, indexes } of declaredCollections().slice(0, 5)) {
      await connectedDatabase().createCollection(name)
      if (indexes.length > 0)
        await connectedDatabase()
          .collection(name)
          .createIndexes(indexes as IndexDescription[])
    }
    const plan = await planMigration()
    expect(plan.migrations).to.deep.include({ number: 1, name: 'baseline', interrupted: false })
    expect(plan.collections).to.have.length(declaredCollections().length - 5)
    expect(isUpToDate(plan)).to.equal(false)
    await migrate()
    for (const model of Object.values(mongoose.models)) {
      // Mongoose's own comparison.
      expect(await model.diffIndexes(), model.modelName).to.deep.equal({ toDrop: [], toCreate: [] })
    }
    const after = await planMigration()
    expect(after).to.deep.equal({ isNewer: false, migrations: [], collections: [], indexes: [], undeclared: [] })
  })

  it('stores nothing when there is nothing to do, nor for a plan', async () => {
    const empty = await everything()
    await planMigration()
    expect(await everything()).to.deep.equal(empty)
    await migrate()
    const done = await everything()
    await Promise.all([migrate(), migrate(), planMigration()])
    expect(await everything()).to.deep.equal(done)
  })

  it('lets one of several processes run each migration, in their order, and the others wait for it', async () => {
    const ran: number[] = []
    const migrations = [1, 2, 3].map((number): Migration => {
      return { number, name: `number ${number}`, up: async () => void ran.push(number) }
    })
    const schema = { migrations, collections: [] }
    await Promise.all([1, 2, 3, 4].map(() => migrate({ schema })))
    expect(ran).to.deep.equal([1, 2, 3])
    expect((await SchemaState.findById('schema').orFail().lean()).lock).to.equal(null)
  })

  it('leaves a failed migration unfinished, and runs it again with the progress it had stored', async () => {
    const seen: unknown[] = []
    const failing: Migration = {
      number: 1,
      name: 'failing',
      async up({ progress, saveProgress }) {
        seen.push(progress)
        await saveProgress({ after: 'a' })
        if (seen.length === 1) throw new Error('broken')
      },
    }
    const schema = { migrations: [failing], collections: [] }
    const error = await migrate({ schema }).catch((thrown: unknown) => thrown)
    expect(error).to.be.an('error').with.property('message', 'broken')
    expect((await planMigration(schema)).migrations).to.deep.equal([{ number: 1, name: 'failing', interrupted: true }])
    await migrate({ schema })
    expect(seen).to.deep.equal([null, { after: 'a' }])
    expect((await MigrationRecord.findById(1).orFail().lean()).finishedAt).to.be.a('date')
  })

  it('leaves a database alone that a newer version has migrated', async () => {
    const migrations = [1, 2].map((number): Migration => ({ number, name: 'any', up: async () => undefined }))
    await migrate({ schema: { migrations, collections: [] } })
    const before = await everything()
    const plan = await migrate({ schema: { migrations: migrations.slice(0, 1), collections: declaredCollections() } })
    expect(plan).to.deep.include({ isNewer: true, migrations: [], collections: [], indexes: [] })
    expect(await everything()).to.deep.equal(before)
  })
})

describe('indexes that a version declares otherwise than the one before', () => {
  useOwnDatabase()

  const schemaWith = (...indexes: Schema['collections'][number]['indexes']): Schema => {
    return { migrations: [], collections: [{ name: 'things', indexes }] }
  }
  const stored = async () => {
    const indexes = await connectedDatabase().collection('things').indexes()
    return indexes.filter(({ name }) => name !== '_id_').map(({ v: _v, ...index }) => index)
  }
  const things = () => connectedDatabase().collection<{ _id: number; a?: number; b?: number }>('things')
  const insertUntil = async (signal: AbortSignal, thing: { _id: number; a: number; b: number }): Promise<string> => {
    while (!signal.aborted) {
      const error: unknown = await things()
        .insertOne(thing)
        .catch((thrown: unknown) => thrown)
      if (!isDuplicateKey(error)) return `admitted, or failed: ${String(error)}`
    }
    return 'refused every time'
  }

  it('keep a unique rule at every moment while their keys change under one name', async () => {
    const before = { name: 'rule', key: { a: 1 }, unique: true }
    await migrate({ schema: schemaWith(before) })
    await things().insertOne({ _id: 1, a: 1, b: 1 })
    const over = new AbortController()
    // Both the old rule and the new one refuse it.
    const attempts = insertUntil(over.signal, { _id: 2, a: 1, b: 1 })
    const after = schemaWith({ name: 'rule', key: { a: 1, b: 1 }, unique: true })
    const plan = await migrate({ schema: after }).finally(() => over.abort())
    expect(await attempts).to.equal('refused every time')
    expect(plan.indexes.map(({ how, replaces }) => ({ how, replaces }))).to.deep.equal([
      { how: 'replace', replaces: ['rule'] },
    ])
    expect(await stored()).to.have.length(1)
    expect((await stored())[0]).to.deep.include({ key: { a: 1, b: 1 }, unique: true })
    expect(isUpToDate(await planMigration(after))).to.equal(true)
    // And once more, from the name that the replacement got.
    await migrate({ schema: schemaWith({ ...before, sparse: true }) })
    expect((await stored()).map(({ key, sparse }) => ({ key, sparse }))).to.deep.equal([
      { key: { a: 1 }, sparse: true },
    ])
  })

  it('change in place where MongoDB can: a time to live, and whether they are hidden', async () => {
    await migrate({ schema: schemaWith({ name: 'e_1', key: { e: 1 }, expireAfterSeconds: 60 }) })
    const after = { name: 'e_1', key: { e: 1 }, expireAfterSeconds: 120, hidden: true }
    const plan = await migrate({ schema: schemaWith(after) })
    expect(plan.indexes[0]).to.deep.include({ how: 'modify', replaces: [] })
    expect(await stored()).to.deep.equal([after])
    await migrate({ schema: schemaWith({ name: 'e_1', key: { e: 1 } }) })
    expect(await stored()).to.deep.equal([{ name: 'e_1', key: { e: 1 } }])
    await migrate({ schema: schemaWith({ name: 'e_1', key: { e: 1 } }), dropsUndeclared: true })
    expect(await stored(), 'an index that was built anew is still known as ours').to.have.length(1)
  })

  it('are finished when the process died between the building and the dropping', async () => {
    await migrate({ schema: schemaWith({ name: 'rule', key: { a: 1 } }) })
    const after = schemaWith({ name: 'rule', key: { a: 1 }, unique: true })
    const [change] = (await planMigration(after)).indexes
    const { key, ...options } = change?.index ?? { key: {}, name: '' }
    await things().createIndexes([{ ...options, key } as IndexDescription])
    expect((await planMigration(after)).indexes[0]).to.deep.include({ how: 'clear', replaces: ['rule'] })
    await migrate({ schema: after })
    expect(await stored()).to.deep.equal([{ ...options, key }])
  })

  it('stay for older versions when they are gone, and are dropped on demand, ours alone', async () => {
    await migrate({ schema: schemaWith({ name: 'a_1', key: { a: 1 } }, { name: 'b_1', key: { b: 1 } }) })
    await things().createIndex({ c: 1 }, { name: 'of the operator' })
    const after = schemaWith({ name: 'b_1', key: { b: 1 } })
    const plan = await migrate({ schema: after })
    expect(isUpToDate(plan)).to.equal(true)
    expect(plan.undeclared).to.deep.equal([{ collection: 'things', name: 'a_1' }])
    expect((await stored()).map(({ name }) => name)).to.have.members(['a_1', 'b_1', 'of the operator'])
    await migrate({ schema: after, dropsUndeclared: true })
    expect((await stored()).map(({ name }) => name)).to.have.members(['b_1', 'of the operator'])
    expect((await planMigration(after)).undeclared).to.deep.equal([])
  })

  it('report documents that a new unique index forbids, without their values', async () => {
    await migrate({ schema: schemaWith() })
    await things().insertMany([
      { _id: 1, a: 123_456 },
      { _id: 2, a: 123_456 },
    ])
    const schema = schemaWith({ name: 'a_1', key: { a: 1 }, unique: true })
    const error = await migrate({ schema }).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(MigrationError)
    expect(String(error)).to.contain('things').and.contain('a_1').and.not.contain('123456')
  })
})
