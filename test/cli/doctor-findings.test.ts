import { expect } from 'chai'
import { doctorCommand } from '../../cli/doctor.js'
import { configurationArea } from '../../cli/doctor/configuration.js'
import { ok, type Check } from '../../cli/doctor/examination.js'
import { mongodbArea } from '../../cli/doctor/mongodb.js'
import { PLATFORM_PROJECT_ID } from '../../commands/base/records/platform-project.js'
import { MigrationRecord } from '../../models/migration.js'
import { migrate } from '../../models/migrations/migrate.js'
import { Outbox } from '../../models/outbox-entry.js'
import { Project } from '../../models/project.js'
import { RelayHeartbeat } from '../../models/relay-heartbeat.js'
import { SchemaState } from '../../models/schema-state.js'
import { newId } from '../../runtime/ids.js'
import { withOwnConnection } from '../support/database.js'
import { checksOf, line, lineOf, type Diagnosis } from '../support/diagnosis.js'
import { NOWHERE } from '../support/gateway-process.js'
import { useOwnDatabase } from '../support/own-database.js'
import { commandHere } from '../support/posthorn-here.js'

const MINUTE_MS = 60_000

describe('posthorn doctor and a database', () => {
  const uri = useOwnDatabase()
  beforeEach(() => migrate())

  const examined = (settings: NodeJS.ProcessEnv = {}): Promise<Pick<Diagnosis, 'checks'>> =>
    withOwnConnection(() => checksOf(mongodbArea, { MONGODB_URI: uri(), PLATFORM_FROM: 'us@example.com', ...settings }))
  const storeEntry = (ageMs: number) =>
    Outbox.create({
      _id: newId(),
      kind: 'email',
      projectId: 'p',
      queueKey: 'email:p',
      ids: [newId()],
      owner: null,
      aside: 'resting',
      createdAt: new Date(Date.now() - ageMs),
    })

  it('tells for how long entries of the outbox wait, and when that is too long', async () => {
    expect(line(await examined(), 'outbox')).to.equal('ok: no entries wait')
    await storeEntry(2 * MINUTE_MS)
    expect(line(await examined(), 'outbox')).to.match(/^warning: 1 entries wait for Temporal \(1 email\), .* → Run a /)
    await storeEntry(10 * MINUTE_MS)
    const found = line(await examined(), 'outbox')
    expect(found).to.match(/^fault: 2 entries wait for Temporal \(2 email\), the oldest for (?:59|6\d)\d s → Run a /)
  })

  it('tells of indexes that no version declares any more, and of mail to users that is disabled', async () => {
    await RelayHeartbeat.collection.createIndex({ forgotten: 1 })
    const made = { collection: RelayHeartbeat.collection.name, name: 'forgotten_1' }
    await SchemaState.updateOne({}, { $push: { indexes: made } })
    await Project.updateOne({ _id: PLATFORM_PROJECT_ID }, { $set: { disabled: true, name: 'p' } }, { upsert: true })
    const found = await examined()
    expect(line(found, 'MongoDB indexes')).to.match(
      /^warning: indexes of older versions: relay_heartbeats\.forgotten_1: .* → .*posthorn migrate --drop-indexes/,
    )
    expect(line(found, 'mail to users')).to.match(/^fault: it is disabled: .* → posthorn switch-project enable --id /)
  })

  it('tells of a database that a newer version has changed, or that no version has migrated yet', async () => {
    const newer = { _id: 9_999, name: 'newer', version: '9.9.9', startedAt: new Date(), finishedAt: new Date() }
    await MigrationRecord.create({ ...newer, compatibleFrom: 9_999 })
    expect(line(await examined(), 'MongoDB indexes')).to.match(
      /^fault: The database is newer than this version: .* → Start that version/,
    )
    await MigrationRecord.deleteMany()
    expect(line(await examined(), 'MongoDB indexes')).to.match(/^fault: The database is older .* → posthorn migrate$/)
  })

  it('tells that MongoDB refuses the password, without the password', async () => {
    const refused = new URL(uri())
    Object.assign(refused, { username: 'posthorn', password: 'wr0ng' })
    refused.searchParams.set('authSource', 'admin')
    const found = await examined({ MONGODB_URI: refused.href })
    expect(line(found, 'MongoDB')).to.match(/^fault: MongoDB rejected the username or password → Correct them/)
    expect(JSON.stringify(found)).to.not.include('wr0ng')
  })

  it('prints each finding, its remedy below it, and how many there are of each severity', async () => {
    const { status, printed } = await commandHere(doctorCommand, ['doctor'], {
      MONGODB_URI: uri(),
      TEMPORAL_ADDRESS: NOWHERE,
      EMAIL_PROVIDER: 'log',
    })
    expect(status).to.equal(2)
    expect(printed)
      .to.match(/^ok {7}MongoDB: responds within /m)
      .and.match(/^warning {2}email provider: EMAIL_PROVIDER is log: .*\n {9}→ Set EMAIL_PROVIDER=ses/m)
      .and.match(/^fault {4}Temporal: Temporal cannot be reached .*\n {9}→ Start Temporal/m)
    const count = (severity: string): number => printed.match(new RegExp(`^${severity} `, 'gm'))?.length ?? 0
    const [sound, warnings, faults] = [count('ok'), count('warning'), count('fault')]
    expect(printed.trimEnd().split('\n').at(-1)).to.equal(
      `${sound + warnings + faults} checks: ${sound} ok, warnings: ${warnings}, faults: ${faults}`,
    )
  })
})

describe('posthorn doctor and settings of production', () => {
  const production = (name: string, settings: NodeJS.ProcessEnv): Promise<string> =>
    lineOf(configurationArea([]), name, { NODE_ENV: 'production', ...settings })

  it('tells of a public address without encryption, which is less grave on the machine itself', async () => {
    const found = (GATEWAY_URL: string) => production('public address', { GATEWAY_URL })
    expect(await found('http://mail.example.org')).to.match(/^fault: .*unencrypted → Put a TLS proxy/)
    expect(await found('http://127.0.0.1:3000')).to.match(/^warning: .*on this machine only/)
    expect(await found('https://mail.example.org')).to.equal('ok: GATEWAY_URL is https://mail.example.org')
  })

  it('tells of domains that are meant for tests', async () => {
    expect(await production('NODE_ENV', { ALLOW_TEST_DOMAINS: 'true' })).to.match(/^warning: .* → Unset ALLOW_TEST_/)
    expect(await production('NODE_ENV', {})).to.equal('ok: NODE_ENV is production')
  })
})

describe('posthorn doctor and checks that fail', () => {
  it('goes on after one that breaks off and one that never ends, without credentials or addresses', async () => {
    const { checks } = await checksOf(async (_settings, examine) => {
      await examine('broken', () => {
        throw new Error('ann@example.com refused by smtp://user:s3cret@mail.example.org')
      })
      await examine('endless', () => new Promise(() => undefined))
      await examine('sound', () => ok('works'))
    })
    expect(checks.map((check: Check) => line({ checks }, check.name))).to.deep.equal([
      'fault: the check failed: … refused by smtp://mail.example.org → Run the doctor again. If the error persists, ' +
        'investigate it.',
      'fault: no answer within 6 seconds → Check the load and the network of this service.',
      'ok: works',
    ])
  })
})
