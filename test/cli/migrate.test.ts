import { expect } from 'chai'
import { migrateCommand } from '../../cli/migrate.js'
import { recountCommand } from '../../cli/recount.js'
import { declaredCollections } from '../../models/indexes.js'
import { MigrationRecord } from '../../models/migration.js'
import { migrate } from '../../models/migrations/migrate.js'
import { MIGRATIONS } from '../../models/migrations/index.js'
import type { Migration } from '../../models/migrations/migration.js'
import { connectedDatabase } from '../../runtime/mongodb/database.js'
import { everything } from '../support/database.js'
import { createProject } from '../support/factories.js'
import { NOWHERE } from '../support/gateway-process.js'
import { useOwnDatabase } from '../support/own-database.js'
import { commandHere } from '../support/posthorn-here.js'
import { runPosthorn, type ProgramRun } from '../support/run-program.js'

const KNOWN = MIGRATIONS.at(-1)?.number ?? 0

describe('posthorn migrate', function () {
  this.timeout(120_000)
  const uri = useOwnDatabase()

  const run = (...args: string[]): Promise<ProgramRun> =>
    commandHere(migrateCommand, ['migrate', ...args], { MONGODB_URI: uri() })

  it('says by its status and in words what is to do, changes nothing, and then does it', async () => {
    const empty = await everything()
    const plan = await run('--plan')
    expect(plan.status, plan.said).to.equal(2)
    for (const line of ['migration 1 baseline', 'collection contacts: create', 'index users.email_1: create']) {
      expect(plan.said.split('\n')).to.include(line)
    }
    expect(await everything()).to.deep.equal(empty)
    expect(await run()).to.include({ status: 0 })
    expect(await run('--plan')).to.include({ status: 0, said: 'There is nothing to do.\n' })
  })

  it('does so as JSON too, and drops indexes that are no longer declared on demand', async () => {
    const [first] = declaredCollections()
    const old = { name: 'old_1', key: { old: 1 } }
    await migrate({ schema: { migrations: MIGRATIONS, collections: [{ name: first?.name ?? '', indexes: [old] }] } })
    const planned = await run('--plan', '--json')
    expect(planned.status).to.equal(2)
    const undeclared = [{ collection: first?.name, name: 'old_1' }]
    expect(JSON.parse(planned.printed)).to.deep.include({ upToDate: false, isNewer: false, migrations: [], undeclared })
    expect(JSON.parse((await run('--json')).printed)).to.deep.include({ undeclared })
    expect(JSON.parse((await run('--plan', '--json')).printed)).to.deep.include({ upToDate: true, undeclared })
    expect(await run('--drop-indexes')).to.include({ status: 0 })
    expect(JSON.parse((await run('--plan', '--json')).printed)).to.deep.include({ upToDate: true, undeclared: [] })
  })

  it('names the collection where documents break a unique rule, and no value', async () => {
    const users = connectedDatabase().collection('users')
    await users.insertMany([{ email: 'twice@example.com' }, { email: 'twice@example.com' }])
    const { status, said } = await run()
    expect(status).to.equal(1)
    expect(said).to.contain('Documents of users have the same values').and.not.contain('twice@example.com')
  })
})

describe('a process of a version that a database does not fit', function () {
  this.timeout(120_000)
  const uri = useOwnDatabase()

  const start = (program: string): Promise<ProgramRun> =>
    runPosthorn([program], { MONGODB_URI: uri(), NODE_ENV: 'test', GATEWAY_PORT: '0', TEMPORAL_ADDRESS: NOWHERE })
  const recount = (project: string): Promise<ProgramRun> =>
    commandHere(recountCommand, ['recount', '--project', project], { MONGODB_URI: uri() })
  const migratedBy = (...more: Partial<Migration>[]) =>
    migrate({
      schema: {
        migrations: [
          ...MIGRATIONS,
          ...more.map((one, n) => ({ number: KNOWN + 1 + n, name: 'newer', up: async () => undefined, ...one })),
        ],
        collections: declaredCollections(),
      },
    })

  it('is told to migrate an empty or an older one first, and ends with status 1', async () => {
    const processes = await Promise.all([start('gateway'), start('worker')])
    for (const { status, said } of [...processes, await recount('any')]) {
      expect(status, said).to.equal(1)
      expect(said).to.contain('Run `posthorn migrate` first.')
    }
    expect(await everything()).to.deep.equal({})
  })

  it('refuses one that a newer version has changed so that this version must not work on it', async () => {
    await migratedBy({}, { compatibleFrom: KNOWN + 1 })
    await MigrationRecord.updateMany({}, { $set: { version: '9.9.9' } })
    const { status, said } = await recount('any')
    expect(status, said).to.equal(1)
    expect(said).to.contain('The database is newer than this version').and.contain('Start version 9.9.9')
  })

  it('goes on with one that a newer version has only expanded, whose migrate it leaves alone', async () => {
    const { id } = await migratedBy({}).then(() => createProject())
    expect(await recount(id)).to.include({ status: 0 })
    const { status, said } = await commandHere(migrateCommand, ['migrate'], { MONGODB_URI: uri() })
    expect(status).to.equal(0)
    expect(said).to.contain('A newer version has migrated the database')
  })
})
