import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { connectedDatabase } from '../../../runtime/mongodb/database.js'
import { MigrationRecord } from '../../../models/migration.js'
import { SchemaState } from '../../../models/schema-state.js'
import { eventually } from '../../support/eventually.js'
import { useOwnDatabase } from '../../support/own-database.js'

const PROGRAM = fileURLToPath(new URL('migrating-process.ts', import.meta.url))
const WAITING = 'another process migrates this database'

interface Migrating {
  child: ChildProcess
  said: () => string
  ended: Promise<unknown>
}

describe('processes that migrate one database at the same time', function () {
  this.timeout(120_000)
  const uri = useOwnDatabase()
  const running: ChildProcess[] = []
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL')
  })

  const start = (settings: Record<string, string> = {}): Migrating => {
    const env = { PATH: process.env['PATH'], MONGODB_URI: uri(), ...settings }
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(child)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    return { child, said: () => said, ended: once(child, 'close') }
  }
  const says = (process: Migrating, text: string) =>
    eventually(
      async () => process.said(),
      (said) => said.includes(text),
    )

  it('wait for the one that does, and one of them goes on where it was killed', async () => {
    const ids = Array.from({ length: 45 }, (_, n) => `thing${String(n).padStart(2, '0')}`)
    await connectedDatabase()
      .collection<{ _id: string }>('things')
      .insertMany(ids.map((_id) => ({ _id })))
    const killed = start({ HOLD: 'true' })
    await says(killed, 'slice 2')
    const others = [start(), start()]
    for (const other of others) await says(other, WAITING)
    const { startedAt } = await MigrationRecord.findById(1).orFail().lean()
    killed.child.kill('SIGKILL')
    await killed.ended
    // As when its lease has ended.
    await SchemaState.updateOne({ _id: 'schema' }, { $set: { 'lock.until': new Date(0) } })
    await Promise.all(others.map(({ ended }) => ended))

    // The second slice was changed and its end not recorded: it comes twice, and no other.
    const changed = await connectedDatabase().collection('things').find({}).sort({ _id: 1 }).toArray()
    expect(changed.map(({ changes }) => changes)).to.deep.equal(ids.map((_, n) => (n >= 10 && n < 20 ? 2 : 1)))
    const counts = others.map(({ said }) => /ended after (\d+) slices/.exec(said())?.[1])
    expect(counts).to.have.members(['4', '0'])
    const record = await MigrationRecord.findById(1).orFail().lean()
    expect(record).to.deep.include({ name: 'count', version: '0.1.0', startedAt, compatibleFrom: 0 })
    expect(record).to.not.have.property('progress')
    expect(record.durationMs).to.equal((record.finishedAt?.getTime() ?? 0) - startedAt.getTime())
  })
})
