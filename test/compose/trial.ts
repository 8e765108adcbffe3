import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { call, until } from '../../bench/calls.js'
import { Api } from '../../embedded/demo/api.js'
import { buildWorkflow } from '../../embedded/demo/build-workflow.js'
import { ROOT } from '../docs/documents.js'
import { takeTour } from '../support/tour.js'
import { SERVERS, type Installation } from './installation.js'
import { Load, LOAD_EVENT, LOAD_SUBJECTS } from './load.js'

const run = promisify(execFile)
const IMAGE = 'posthorn:latest'
const IMAGE_LIMIT_MB = 350
const NAMESPACE = 'posthorn'
const MEGABYTE = 1_000_000
/** Processes of ours: they stop with status 0 on SIGTERM. */
const OURS = ['gateway', 'worker-mail', 'worker-bulk', 'inbox']
const IN_DOUBT_AT_ONCE = 10
const DONE_MS = 20 * 60_000
const REST_MS = 30_000
const BETWEEN_CRASHES_MS = 3_000

/** What the first start tells once. */
export interface FirstStart {
  email: string
  password: string
  publicKey: string
  secret: string
}

/** Builds an image by the stand-ins' way where there is no BuildKit, and tells its size and what is not in it. */
export async function buildImage(): Promise<string> {
  await shown('docker', ['build', '--network', 'host', '--tag', IMAGE, '.'], ROOT)
  const { stdout } = await run('docker', ['image', 'inspect', '--format', '{{.Size}} {{.Config.User}}', IMAGE])
  const [bytes = '', user = ''] = stdout.trim().split(' ')
  const megabytes = Math.round(Number(bytes) / MEGABYTE)
  expectThat(megabytes < IMAGE_LIMIT_MB, `the image has ${megabytes} MB`)
  expectThat(user === '65532:65532', `the image runs as ${user}`)
  const find = `const { existsSync } = require('fs'); console.log(['node_modules/tsx', 'node_modules/typescript', 'node_modules/mocha', 'test', 'dist/workers/workflow-bundle.js', 'dist/workflow-bundle.js'].filter((path) => existsSync(path)).join())`
  const there = await run('docker', ['run', '--rm', '--entrypoint', '/usr/local/bin/node', IMAGE, '-e', find])
  expectThat(!/tsx|typescript|mocha|test/.test(there.stdout), `the image holds ${there.stdout}`)
  return `${megabytes} MB, user ${user}; without tsx, compiler and tests`
}

/** The first `up`: everything becomes healthy, and what was made is told. */
export async function firstStart(at: Installation): Promise<FirstStart> {
  await shown('docker', at.arguments('up', '--detach', '--no-build', '--quiet-pull'), at.folder)
  await at.untilUp()
  const said = await at.compose('logs', '--no-log-prefix', 'set-up')
  const of = (pattern: RegExp): string => {
    const [, value] = pattern.exec(said) ?? []
    if (!value) throw new Error(`set-up does not say ${pattern}:\n${said}`)
    return value
  }
  return {
    email: of(/User +(\S+)/),
    password: of(/password (\S+)/),
    publicKey: of(/Public key +(\S+)/),
    secret: of(/Secret key +(\S+)/),
  }
}

/** The README's tour, with the keys of the first start. */
export async function tour(at: Installation, { email, password, publicKey, secret }: FirstStart): Promise<string> {
  await takeTour({
    folder: at.folder,
    gateway: at.gateway,
    inbox: at.inbox,
    stack: { project: { secret, public: publicKey }, user: { email, password }, processes: {} },
    npm: `shift 3; ${at.toolCommand} create-project "$@" < /dev/null`,
  })
  return 'every command answers as the README says'
}

/** An execution as an operator sees it: by the UI's own API, and as a picture where Chromium is there. */
export async function inTheUi(at: Installation): Promise<string> {
  const ui = `http://127.0.0.1:${at.ports.ui}`
  const list = `${ui}/api/v1/namespaces/${NAMESPACE}/workflows`
  interface Listed {
    executions?: { execution: { workflowId: string; runId: string }; status: string }[]
  }
  let found: Listed['executions']
  await until(async () => {
    found = ((await (await fetch(list)).json()) as Listed).executions
    return found?.some(({ execution }) => execution.workflowId.startsWith('execution:')) ?? false
  })
  const one = found?.find(({ execution }) => execution.workflowId.startsWith('execution:'))
  if (!one) throw new Error('no execution in the UI')
  const { workflowId, runId } = one.execution
  const page = `${ui}/namespaces/${NAMESPACE}/workflows/${encodeURIComponent(workflowId)}/${runId}/history`
  const picture = join(mkdtempSync('/tmp/posthorn-ui-'), 'execution.png')
  const options = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--window-size=1500,1100',
    '--virtual-time-budget=20000',
  ]
  const taken = await run('chromium', [...options, `--screenshot=${picture}`, page]).then(
    () => picture,
    () => 'no picture: there is no chromium',
  )
  return `${found?.length} executions listed, ${workflowId} ${one.status}; ${taken}`
}

/** The doctor in a container of the installation, once it finds no fault: a busy host may take too long for its checks. */
export async function doctor(at: Installation): Promise<string> {
  let last = { status: 2, said: '' }
  const isWell = async (): Promise<boolean> => {
    last = await at.tool('doctor')
    return last.status < 2
  }
  await until(isWell, { timeoutMs: 120_000, intervalMs: 5_000 }).catch(() => undefined)
  process.stdout.write(last.said)
  expectThat(last.status < 2, 'the doctor finds faults')
  return `status ${last.status}; ${last.said.split('\n').filter((line) => line.startsWith('warning')).length} warnings`
}

/** No process is root, no root file system can be written to, and only the gateway is reached from outside. */
export async function confinement(at: Installation): Promise<string> {
  const containers = await at.containers()
  for (const { ID, Service } of containers) {
    const [pid, isReadOnly, ports] = (
      await at.inspect(ID, '{{.State.Pid}} {{.HostConfig.ReadonlyRootfs}} {{json .HostConfig.PortBindings}}')
    ).split(' ')
    const [, user] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    expectThat(user !== '0', `${Service} runs as root`)
    expectThat(isReadOnly === 'true', `the root file system of ${Service} can be written to`)
    const isOpen = /"HostIp":"(?!127\.0\.0\.1)/.test(ports ?? '')
    expectThat(!isOpen || Service === 'gateway', `${Service} is published: ${ports}`)
  }
  return `${containers.length} containers`
}

/** A second `up` makes nothing new. */
export async function secondStart(at: Installation): Promise<string> {
  const before = await running(at)
  await at.compose('up', '--detach', '--no-build')
  await at.untilUp()
  expectThat((await running(at)) === before, 'the second start has replaced containers')
  const said = await at.compose('logs', '--no-log-prefix', 'set-up', 'secrets', 'mongodb-set-up')
  expectThat(said.split('Posthorn is set up').length === 2, `the second start has set up anew:\n${said}`)
  return 'the same containers and secrets, no second user'
}

async function running(at: Installation): Promise<string> {
  const containers = await at.containers()
  return containers
    .filter(({ Service }) => SERVERS.includes(Service))
    .map(({ ID }) => ID)
    .toSorted()
    .join()
}

/** Everything that is stored is there after `down` and `up`, and an execution that waits goes on. */
export async function downAndUp(at: Installation, keys: FirstStart): Promise<string> {
  const goOn = await waitingExecution(at, keys, 'down')
  const before = { ...(await stored(at, keys)), messages: (await messages(at, '')).length }
  await at.compose('down')
  await at.compose('up', '--detach', '--no-build')
  await at.untilUp()
  expectSame({ ...(await stored(at, keys)), messages: (await messages(at, '')).length }, before)
  await goOn()
  return `${JSON.stringify(before)} before and after; the execution that waited is completed`
}

/** The same for a backup that is restored where nothing is left. */
export async function backupAndRestore(at: Installation, keys: FirstStart): Promise<string> {
  const folder = join(mkdtempSync('/tmp/posthorn-backup-'), 'backup')
  const goOn = await waitingExecution(at, keys, 'loss')
  const before = await stored(at, keys)
  await at.script('deploy/backup.sh', folder)
  const { stdout } = await run('du', ['-sh', folder])
  await at.compose('down', '--volumes')
  await at.script('deploy/restore.sh', folder)
  await at.compose('up', '--detach', '--no-build')
  await at.untilUp()
  const reconciled = await at.tool('reconcile')
  expectThat(reconciled.status === 0, reconciled.said)
  expectSame(await stored(at, keys), before)
  await goOn()
  rmSync(folder, { recursive: true })
  return `${stdout.split('\t')[0]}; ${JSON.stringify(before)} before and after; the execution that waited is completed`
}

/** Begins an execution that waits for an event; the answer reports the event and sees the execution through. */
async function waitingExecution(at: Installation, keys: FirstStart, name: string): Promise<() => Promise<void>> {
  const api = new Api({ origin: at.gateway, key: keys.secret, signal: new AbortController().signal })
  const subject = `After the ${name}`
  const { id } = await buildWorkflow(api, {
    name: `Across the ${name}`,
    eventName: `${name} began`,
    steps: {
      wait: { type: 'WAIT_FOR_EVENT', name: 'Wait', config: { eventName: `${name} ended`, timeout: 86_400 } },
      end: { type: 'SEND_EMAIL', name: 'After', mail: { subject, body: '<p>Back.</p>' } },
    },
    transitions: [
      ['trigger', 'wait'],
      ['wait', 'end', 'event'],
    ],
  })
  const track = (event: string): Promise<unknown> =>
    call('POST', `${at.gateway}/v1/track`, keys.publicKey, { email: `${name}@example.com`, event })
  const isIn = async (state: string): Promise<boolean> => {
    const answer = await call<unknown>('GET', `${at.gateway}/workflows/${id}/executions`, keys.secret)
    return JSON.stringify(answer).includes(`"${state}"`)
  }
  await track(`${name} began`)
  await until(() => isIn('WAITING'))
  return async () => {
    await track(`${name} ended`)
    await until(() => isIn('COMPLETED'))
    await until(async () => (await messages(at, subject)).length === 1)
  }
}

async function stored(at: Installation, { secret }: FirstStart): Promise<Record<string, number>> {
  const total = async (path: string): Promise<number> =>
    (await call<{ total: number }>('GET', `${at.gateway}${path}?limit=1`, secret)).total
  return { contacts: await total('/contacts'), emails: await total('/emails'), workflows: await total('/workflows') }
}

function expectSame(after: Record<string, number>, before: Record<string, number>): void {
  expectThat(
    JSON.stringify(after) === JSON.stringify(before),
    `${JSON.stringify(before)} became ${JSON.stringify(after)}`,
  )
}

interface Message {
  to: string[]
  subject: string
}

async function messages(at: Installation, subject: string): Promise<Message[]> {
  const answer = await fetch(`${at.inbox}/messages?limit=10000&subject=${encodeURIComponent(subject)}`)
  return ((await answer.json()) as { messages: Message[] }).messages
}

/** Two gateways and three workers under load, each container crashed once, and an audit of what was accepted. */
export async function crashesUnderLoad(at: Installation, keys: FirstStart): Promise<string> {
  const { signal } = new AbortController()
  await buildWorkflow(new Api({ origin: at.gateway, key: keys.secret, signal }), {
    name: 'Load',
    eventName: LOAD_EVENT,
    steps: { mail: { type: 'SEND_EMAIL', name: 'Mail', mail: { subject: LOAD_SUBJECTS[1], body: '<p>Of many.</p>' } } },
    transitions: [['trigger', 'mail']],
  })
  await at.compose('up', '--detach', '--no-build', '--scale', 'gateway=2', '--scale', 'worker-mail=2')
  await at.untilUp()
  const load = new Load({ gateways: [at.gateway, at.secondGateway], secret: keys.secret, publicKey: keys.publicKey })
  try {
    const crashed = await crashEach(at)
    await drainWorkers(at)
    await load.stop()
    const what = `${crashed.length} crashes (${crashed.join(', ')}); ${load.repeated} requests repeated`
    return `${what}; ${await audited(at, load.accepted, crashed)}`
  } finally {
    load.giveUp()
  }
}

async function crashEach(at: Installation): Promise<string[]> {
  const crashed: string[] = []
  for (const container of await at.containers()) {
    if (!SERVERS.includes(container.Service) || container.Service === 'temporal-ui') continue
    await at.crash(container)
    await at.untilUp()
    crashed.push(container.Service)
    await delay(BETWEEN_CRASHES_MS)
  }
  return crashed
}

/** Stops the workers of mail under load: they end by themselves, and what they had goes on when they are back. */
async function drainWorkers(at: Installation): Promise<void> {
  await at.compose('stop', '--timeout', '90', 'worker-mail')
  const stopped = (await at.containers('--all')).filter(({ Service }) => Service === 'worker-mail')
  const codes = stopped.map(({ ExitCode }) => ExitCode)
  expectThat(codes.length > 0 && codes.every((code) => code === 0), `workers stopped with ${codes.join()}`)
  await at.compose('start', 'worker-mail')
}

async function audited(at: Installation, accepted: readonly string[], crashed: readonly string[]): Promise<string> {
  let twice: string[] = []
  for (const subject of LOAD_SUBJECTS) {
    let count = new Map<string, number>()
    await until(
      async () => {
        count = countOf((await messages(at, subject)).flatMap(({ to }) => to))
        return accepted.every((email) => count.has(email))
      },
      { timeoutMs: DONE_MS, intervalMs: 2_000 },
    )
    twice = [...twice, ...accepted.filter((email) => (count.get(email) ?? 0) > 1)]
  }
  // SMTP tells nothing of a message whose answer died with the worker or the server: transactional mail is sent again.
  const inDoubt = IN_DOUBT_AT_ONCE * crashed.filter((service) => ['worker-mail', 'inbox'].includes(service)).length
  expectThat(twice.length <= inDoubt, `${twice.length} messages are there twice`)
  const reconciled = await at.tool('reconcile')
  expectThat(reconciled.status === 0, reconciled.said)
  return `${accepted.length * 2} messages accepted, all in the inbox, ${twice.length} in doubt and sent again`
}

function countOf(addresses: readonly string[]): Map<string, number> {
  const count = new Map<string, number>()
  for (const address of addresses) count.set(address, (count.get(address) ?? 0) + 1)
  return count
}

/** The proxy: TLS by a certificate of its own authority, a redirect to it, and the client's address behind it. */
export async function proxied(at: Installation): Promise<string> {
  await at.compose(
    '--profile',
    'tls',
    'up',
    '--detach',
    '--no-build',
    '--scale',
    'gateway=2',
    '--scale',
    'worker-mail=2',
    'proxy',
  )
  const ca = await later(() =>
    at.compose('--profile', 'tls', 'exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt'),
  )
  const answer = await later(() => overTls(at.ports.https, ca))
  expectThat(answer.status === 200, `the proxy answers ${answer.status}`)
  const plain = await fetch(`http://localhost:${at.ports.http}/health`, { redirect: 'manual' })
  expectThat(plain.headers.get('location')?.startsWith('https://') ?? false, 'no redirect to https')
  return `GET https://localhost/health ${answer.status}, http answers ${plain.status}`
}

function overTls(port: number, ca: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path: '/health', ca }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0 })
    })
      .on('error', reject)
      .end()
  })
}

async function later<T>(work: () => Promise<T>): Promise<T> {
  const results: T[] = []
  await until(async () => results.push(await work()) > 0, { timeoutMs: 120_000, intervalMs: 1_000 })
  return results[0] as T
}

/** Prometheus reaches every process, and has the rules of alerts. */
export async function observed(at: Installation): Promise<string> {
  await at.compose('--profile', 'observe', 'up', '--detach', '--no-build', '--no-deps', 'prometheus')
  const prometheus = `http://127.0.0.1:${at.ports.prometheus}/api/v1`
  interface Targets {
    data: { activeTargets: { labels: { job: string }; health: string; lastError: string }[] }
  }
  let told = ''
  await until(
    async () => {
      const { data } = (await (await fetch(`${prometheus}/targets`)).json()) as Targets
      told = data.activeTargets
        .map(({ labels, health, lastError }) => `${labels.job} ${health} ${lastError}`.trim())
        .join(', ')
      return data.activeTargets.length >= 6 && data.activeTargets.every(({ health }) => health === 'up')
    },
    { timeoutMs: 180_000 },
  ).catch(() => {
    throw new Error(`not all targets are up: ${told}`)
  })
  const { data } = (await (await fetch(`${prometheus}/rules`)).json()) as { data: { groups: { rules: unknown[] }[] } }
  return `${told}; ${data.groups.reduce((sum, { rules }) => sum + rules.length, 0)} rules`
}

/** Memory of each container after half a minute without work. */
export async function memoryAtRest(at: Installation): Promise<string> {
  await delay(REST_MS)
  const ids = (await at.containers()).map(({ ID }) => ID)
  const { stdout } = await run('docker', ['stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}', ...ids])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/^posthorn-trial-\d+-/, '').replace(/ \/.*/, ''))
    .toSorted()
    .join(', ')
}

/** A stop lets our processes end by themselves. */
export async function cleanStop(at: Installation): Promise<string> {
  await at.compose('stop', '--timeout', '90')
  const ended = (await at.containers('--all')).filter(({ Service }) => OURS.includes(Service))
  const said = ended.map(({ Name, ExitCode }) => `${Name.replace(/^posthorn-trial-\d+-/, '')} ${ExitCode}`).join(', ')
  expectThat(
    ended.every(({ ExitCode }) => ExitCode === 0),
    said,
  )
  return said
}

function expectThat(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise)
}

/** Runs a command whose output is for the person who watches. */
async function shown(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DOCKER_BUILDKIT: process.env['DOCKER_BUILDKIT'] ?? '0' },
  })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}`)
}
