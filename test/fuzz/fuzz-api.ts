import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runTool } from '../../embedded/servers/run-tool.js'
import { startStack, type Stack } from '../../embedded/stack.js'
import { EXAMPLE_IDS } from '../../gateway/schemas/ids.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../../runtime/mongodb.js'
import { createExampleRecords } from '../contract/example-records.js'
import { provideSchemathesis } from './provide-schemathesis.js'

const ANY_FREE_PORTS = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
// A refusal for the pace of the requests would hide every other answer. Under NODE_ENV=test an answer or a
// refusal that an endpoint does not declare becomes a 500.
const SETTINGS = {
  MONGODB_URI: '',
  TEMPORAL_ADDRESS: '',
  NODE_ENV: 'test',
  RATE_LIMIT_PER_MINUTE: '0',
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
async function fuzz({ info }: Stack, packages: string, folder: string): Promise<number> {
  const config = join(folder, 'schemathesis.toml')
  writeFileSync(config, readFileSync(beside('schemathesis.toml'), 'utf8').replace(/<(\w+) id>/g, exampleId))
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
      POSTHORN_SESSION: await signIn(info),
      POSTHORN_ORIGIN: info.gateway,
    },
  })
  return status ?? 1
}

/** The value of the cookie that signs the stack's user in. */
async function signIn({ gateway, user }: Stack['info']): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${gateway}/auth/login`, { method: 'POST', headers, body: JSON.stringify(user) })
  const [pair = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return pair.slice(pair.indexOf('=') + 1)
}

function exampleId(match: string, kind: string): string {
  return Object.entries(EXAMPLE_IDS).find(([name]) => name === kind)?.[1] ?? match
}

function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

async function fillProject({ info }: Stack): Promise<void> {
  connectMongodb(info.mongodb)
  await mongodbConnected()
  await createExampleRecords(info.project.id, { campaign: {}, hasExecution: true })
  await disconnectMongodb()
}

const packages = await provideSchemathesis()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'posthorn-fuzz-')))
const stack = await startStack({ dataDir: folder, ports: ANY_FREE_PORTS, env: SETTINGS, log: console.log })
try {
  await fillProject(stack)
  process.exitCode = await fuzz(stack, packages, folder)
} finally {
  await stack.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
