import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { startStack, type Stack } from '../../embedded/stack.js'
import { ENCRYPTION_KEY } from '../support/config.js'
import { generatorsOf, type Command, type Generator } from './generators.js'
import { provideTools, type Tools } from './provide-tools.js'

// Makes a client with each generator from the documents of a gateway that runs, compiles it strictly, and makes three
// calls with it: one sends a message, one lists contacts by a cursor, and one is refused.

const ANY_FREE_PORTS = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
const SETTINGS = { MONGODB_URI: '', TEMPORAL_ADDRESS: '', NODE_ENV: 'test', ENCRYPTION_KEY, ALLOW_TEST_DOMAINS: 'true' }

interface Row {
  generator: string
  version: string
  document: string
  schemas: string
  compiles: string
  calls: string
  fault?: string
}

const { values: options } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean' } } })

/** Makes, compiles and calls one client; the row says how far that went. */
async function check(generator: Generator, folder: string, stack: Stack, tools: Tools): Promise<Row> {
  const source = await (await fetch(stack.info.gateway + generator.document)).text()
  const { openapi, components } = JSON.parse(source) as { openapi: string; components: { schemas: object } }
  const row: Row = {
    generator: generator.name,
    version: generator.version,
    document: openapi,
    schemas: String(Object.keys(components.schemas).length),
    compiles: '-',
    calls: '-',
  }
  mkdirSync(folder, { recursive: true })
  const files = { 'openapi.json': source, ...generator.files }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  symlinkSync(join(tools.npm, 'node_modules'), join(folder, 'node_modules'))
  const [from, to] = generator.calls
  try {
    await run(generator.generate, folder)
    copyFileSync(fileURLToPath(new URL(`calls/${from}`, import.meta.url)), join(folder, to))
    for (const command of generator.compile) await run(command, folder)
    row.compiles = 'yes'
    const { gateway, project } = stack.info
    const env = {
      POSTHORN_URL: gateway,
      POSTHORN_KEY: project.secret,
      RECIPIENT: `${addressee(generator)}@example.com`,
    }
    row.calls = (await run({ ...generator.call, env: { ...generator.call.env, ...env } }, folder)).trim()
    if (row.calls !== '3 calls') row.fault = 'the calls did not end as they should'
  } catch (error) {
    row.fault = error instanceof Error ? error.message : String(error)
  }
  return row
}

function addressee({ name }: Generator): string {
  return name.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')
}

async function run({ run: [program, ...args], env }: Command, cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (status === 0) return output
  throw new Error(`${[program, ...args].join(' ').slice(0, 200)} failed:\n${(output + errors).trim().slice(-3_000)}`)
}

/** Two contacts, so that there are two pages of one. */
async function addContacts({ info }: Stack): Promise<void> {
  for (const email of ['first@example.com', 'second@example.com']) {
    const headers = { authorization: `Bearer ${info.project.secret}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ email })
    const { ok, status } = await fetch(`${info.gateway}/contacts`, { method: 'POST', headers, body })
    if (!ok) throw new Error(`POST /contacts answered ${status}`)
  }
}

function print(rows: Row[]): void {
  const columns = ['generator', 'version', 'document', 'schemas', 'compiles', 'calls'] as const
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)))
  const line = (cells: readonly string[]): string => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  console.log(`\n${line(columns)}`)
  for (const row of rows) console.log(line(columns.map((column) => row[column])))
  for (const { generator, fault } of rows) if (fault !== undefined) console.log(`\n${generator}: ${fault}`)
}

const tools = await provideTools()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'posthorn-clients-')))
const stack = await startStack({
  dataDir: join(folder, 'data'),
  ports: ANY_FREE_PORTS,
  env: SETTINGS,
  log: console.log,
})
const rows: Row[] = []
try {
  await addContacts(stack)
  for (const generator of generatorsOf(tools)) {
    if (options.only !== undefined && !generator.name.includes(options.only)) continue
    console.log(`${generator.name} ${generator.version} …`)
    rows.push(await check(generator, join(folder, addressee(generator)), stack, tools))
  }
} finally {
  await stack.stop()
  if (options.keep) console.log(`The clients are in ${folder}`)
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
print(rows)
process.exitCode = rows.length === 0 || rows.some(({ fault }) => fault !== undefined) ? 1 : 0
