import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runTool } from '../../embedded/servers/run-tool.js'
import { startStack, type Stack } from '../../embedded/stack.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../../runtime/mongodb/connection.js'
import { ENCRYPTION_KEY } from '../support/config.js'
import { createFuzzRecords, LEAVING_USER, OTHER_USER, type FuzzRecords } from './fuzz-records.js'
import { provideSchemathesis } from './provide-schemathesis.js'

const ANY_FREE_PORTS = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
// A refusal for the pace of the requests would hide every other answer. Under NODE_ENV=test an answer or a
// refusal that an endpoint does not declare becomes a 500.
const SETTINGS = {
  MONGODB_URI: '',
  TEMPORAL_ADDRESS: '',
  NODE_ENV: 'test',
  ENCRYPTION_KEY,
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PUBLIC_PER_MINUTE: '0',
  OPEN_RATE_LIMIT_PER_MINUTE: '0',
}
const START = `
import os
os.chdir(os.environ['FUZZ_FOLDER'])
from schemathesis.cli import schemathesis
schemathesis()
`

const { values: options } = parseArgs({
  options: { examples: { type: 'string', default: '150' }, seed: { type: 'string', default: '1' } },
})

/** Sends what the document allows and what it forbids, and judges each answer by it; returns the exit status. */
async function fuzz({ info }: Stack, records: FuzzRecords, packages: string): Promise<number> {
  const config = join(folder, 'schemathesis.toml')
  writeFileSync(config, readFileSync(beside('schemathesis.toml'), 'utf8').replace(/"<(\w+)>"/g, valuesOf(records)))
  const limits = ['--max-examples', options.examples, '--seed', options.seed, '--checks', 'all']
  const args = ['-c', START, '--config-file', config, 'run', `${info.gateway}/openapi.json`, ...limits, '--no-color']
  const { status } = await runTool('python3', args, {
    isShown: true,
    env: {
      ...process.env,
      PYTHONPATH: packages,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: beside('hooks.py'),
      FUZZ_FOLDER: folder,
      POSTHORN_SECRET_KEY: info.project.secret,
      POSTHORN_PUBLIC_KEY: info.project.public,
      POSTHORN_SESSION: await signIn(info.gateway, info.user),
      POSTHORN_OTHER_SESSION: await signIn(info.gateway, OTHER_USER),
      POSTHORN_LEAVING_SESSION: await signIn(info.gateway, LEAVING_USER),
      POSTHORN_RECORDS: JSON.stringify(records),
      POSTHORN_ORIGIN: info.gateway,
    },
  })
  return status ?? 1
}

/** The value of the cookie that signs a user in. */
async function signIn(gateway: string, user: { email: string; password: string }): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${gateway}/auth/login`, { method: 'POST', headers, body: JSON.stringify(user) })
  const [pair = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return pair.slice(pair.indexOf('=') + 1)
}

/** Puts all values of a kind in the place of its name. */
function valuesOf({ values }: FuzzRecords): (match: string, kind: string) => string {
  return (match, kind) => values[kind]?.map((value) => JSON.stringify(value)).join(', ') ?? match
}

function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

async function fillProject({ info }: Stack): Promise<FuzzRecords> {
  connectMongodb({ MONGODB_URI: info.mongodb })
  await mongodbConnected()
  const records = await createFuzzRecords(info.project.id)
  await disconnectMongodb()
  return records
}

const packages = await provideSchemathesis()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'posthorn-fuzz-')))
const stack = await startStack({ dataDir: folder, ports: ANY_FREE_PORTS, env: SETTINGS, log: console.log })
try {
  process.exitCode = await fuzz(stack, await fillProject(stack), packages)
} finally {
  await stack.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
