import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { pollUntil } from '../../embedded/poll.js'
import { isAlive } from '../../runtime/process-identity.js'
import { startStack, type Stack } from '../../embedded/stack.js'
import { livedMs } from '../support/lived-ms.js'
import { rejection, useFolders } from './folders.js'
import { words } from '../support/words.js'

const FREE = { mongodb: 0, temporal: 0, temporalUi: 0 }
const START = new URL('../../embedded/start.ts', import.meta.url).pathname
const POSTHORN = new URL('../../embedded/posthorn.js', import.meta.url).pathname

describe('the embedded servers', () => {
  // Registered before the folders' own clean-up, and so run before it.
  after(() => stack.stop())
  const makeFolder = useFolders()
  // The tests are about the embedded servers, not those that the environment names.
  const env = { MONGODB_URI: '', TEMPORAL_ADDRESS: '', TEMPORAL_DISABLE_WRITE_ACTIONS: 'false' }
  let dataDir: string
  let stack: Stack
  let lines: string[]

  const start = async (): Promise<void> => {
    lines = []
    stack = await startStack({
      dataDir,
      env,
      parts: ['mongodb', 'temporal'],
      ports: FREE,
      log: (line) => lines.push(line),
    })
  }

  before(async () => {
    dataDir = makeFolder()
    await start()
  })

  const inDatabase = async <T>(work: (db: mongoose.mongo.Db, client: mongoose.mongo.MongoClient) => Promise<T>) => {
    const client = new mongoose.mongo.MongoClient(stack.info.mongodb, { serverSelectionTimeoutMS: 60_000 })
    try {
      return await work(client.db(), client)
    } finally {
      await client.close()
    }
  }
  const namespaces = async (method: 'GET' | 'POST'): Promise<string> => {
    const body = JSON.stringify({ namespace: 'kept', workflowExecutionRetentionPeriod: '259200s' })
    const response = await fetch(`${stack.info.temporalUi}/api/v1/namespaces`, {
      method,
      ...(method === 'POST' ? { body, headers: csrf } : {}),
    })
    return `${response.status} ${await response.text()}`
  }
  const csrf = { 'content-type': 'application/json', cookie: '_csrf=x', 'x-csrf-token': 'x' }

  it('describe themselves in stack.json, for the owner only', () => {
    const file = join(dataDir, 'stack.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(stack.info)
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    const parts = words('gateway inbox inboundSmtp mongodb temporal temporalUi processes project user')
    expect(stack.info).to.have.all.keys(parts)
    expect(stack.info.mongodb).to.match(/^mongodb:\/\/127\.0\.0\.1:\d+\/posthorn\?/)
    expect(stack.info.temporal).to.match(/^127\.0\.0\.1:\d+$/)
    const { mongodb, temporal, ...rest } = stack.info.processes
    expect([isAlive(mongodb ?? 0), isAlive(temporal ?? 0)]).to.deep.equal([true, true])
    expect(rest).to.deep.equal({ provider: null, gateway: null, worker: null })
  })

  it('include a MongoDB that knows transactions', async () => {
    await inDatabase(async (db, client) => {
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await db.collection('left').insertOne({ sum: 1 }, { session })
          await db.collection('right').insertOne({ sum: 1 }, { session })
        }),
      )
      expect(await db.collection('right').countDocuments()).to.equal(1)
    })
  })

  it('include a Temporal with the search attributes of executions', async () => {
    const response = await fetch(`${stack.info.temporalUi}/api/v1/namespaces/default/search-attributes`)
    const { customAttributes } = (await response.json()) as { customAttributes: Record<string, string> }
    expect(customAttributes).to.include.keys('ProjectId', 'EmailWorkflowId', 'ContactId', 'Kind')
  })

  it('refuse a second start on the same folder, with the addresses of the first', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', START], {
      env: { ...process.env, ...env, POSTHORN_DATA_DIR: dataDir },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [status] = (await once(child, 'close')) as [number]
    expect(status).to.equal(1)
    expect(output)
      .to.include(`is already running on ${dataDir} (process ${process.pid})`)
      .and.include(stack.info.temporalUi)
    expect(isAlive(stack.info.processes.mongodb ?? 0)).to.equal(true)
  })

  it('come back when they are killed, and stack.json follows', async () => {
    await inDatabase((db) => db.collection('kept').insertOne({ name: 'before the kill' }))
    const first = stack.info.processes.mongodb
    await stack.kill('mongodb')
    expect(await pollUntil(() => lines.some((line) => line.includes('was restarted')), { timeoutMs: 60_000 })).to.equal(
      true,
    )
    expect(stack.info.processes.mongodb).to.be.a('number').and.not.equal(first)
    expect(JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8'))).to.deep.equal(stack.info)
    expect(await inDatabase((db) => db.collection('kept').countDocuments())).to.equal(1)
  })

  it('can be suspended, and resumed at the same address', async () => {
    const reach = async () => (await fetch(stack.info.temporalUi)).status
    await stack.suspend('temporal')
    expect(await reach()).to.equal(503)
    expect(stack.info.processes.temporal).to.equal(null)
    await stack.resume('temporal')
    expect(await reach()).to.equal(200)
  })

  it('keep their data over a stop and a start on other ports, and leave no process in between', async () => {
    expect(await namespaces('POST')).to.match(/^200/)
    const { mongodb, temporal } = stack.info.processes
    expect(await livedMs(() => stack.stop())).to.be.lessThan(10_000)
    expect([isAlive(mongodb ?? 0), isAlive(temporal ?? 0)]).to.deep.equal([false, false])
    expect(existsSync(join(dataDir, 'stack.json'))).to.equal(false)

    const address = stack.info.mongodb
    await start()
    expect(stack.info.mongodb).not.to.equal(address)
    expect(await inDatabase((db) => db.collection('kept').countDocuments())).to.equal(1)
    expect(await namespaces('GET')).to.include('"kept"')
  })

  it('leave nothing running when the start is called off', async () => {
    const other = makeFolder()
    const cancelling = new AbortController()
    const options = { dataDir: other, env, ports: FREE, signal: cancelling.signal }
    const starting = rejection(startStack({ ...options, parts: ['mongodb'] }))
    let pid = 0
    const isStarting = (): boolean => {
      const { children } = JSON.parse(readFileSync(join(other, 'supervisor.json'), 'utf8')) as { children: object }
      pid = 'mongodb' in children ? Number(children.mongodb) : 0
      return pid > 0
    }
    expect(await pollUntil(isStarting, { timeoutMs: 60_000, intervalMs: 5 })).to.equal(true)
    cancelling.abort(new Error('enough'))
    expect((await starting).message).to.equal('enough')
    expect(isAlive(pid)).to.equal(false)
    expect(existsSync(join(other, 'supervisor.json'))).to.equal(false)
  })

  it('are found by the commands for projects, which say so when none run', () => {
    const run = (folder: string, ...args: string[]) =>
      spawnSync(process.execPath, [POSTHORN, ...args], {
        env: { ...process.env, ...env, POSTHORN_DATA_DIR: folder },
        encoding: 'utf8',
      })
    const migrated = run(dataDir, 'migrate')
    expect(migrated.status, migrated.stderr).to.equal(0)
    const created = run(dataDir, 'create-project', '--name', 'Shop', '--json')
    const { id } = JSON.parse(created.stdout) as { id: string }
    const disabled = run(dataDir, 'switch-project', 'disable', '--id', id)
    expect([disabled.status, disabled.stdout]).to.deep.equal([0, `The project Shop (${id}) is disabled (MANUAL).\n`])
    const folder = makeFolder()
    // One command stands for all, which find the stack in one place.
    const { status, stderr } = run(folder, 'create-project', '--name', 'Shop')
    expect(status).to.equal(1)
    expect(stderr).to.match(/^Posthorn is not running on/)
  })
})
