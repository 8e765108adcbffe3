import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { until } from '../../bench/calls.js'
import { takeTour } from '../support/tour.js'
import { expectThat } from './expect-that.js'
import type { FirstStart } from './first-start.js'
import type { Installation } from './installation.js'

const run = promisify(execFile)
const NAMESPACE = 'posthorn'
const REST_MS = 30_000
/** Processes of ours: they stop with status 0 on SIGTERM. */
const OURS = ['gateway', 'worker-mail', 'worker-bulk', 'inbox']

/** The README's tour, with the keys of the first start. */
export async function tour(at: Installation, { email, password, publicKey, secret }: FirstStart): Promise<string> {
  await takeTour({
    folder: at.folder,
    gateway: at.gateway,
    inbox: at.inbox,
    stack: { project: { secret, public: publicKey }, user: { email, password }, processes: {} },
    hasReports: false,
    npx: `shift; ${at.toolCommand} "$@" < /dev/null`,
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
  const terminate = `${list}/${encodeURIComponent(workflowId)}/terminate`
  // The UI refuses a request without its token before it asks whether it may write at all.
  const [cookie = ''] = (await fetch(list)).headers.getSetCookie().filter((each) => each.startsWith('_csrf='))
  const token = cookie.split(';', 1)[0] ?? ''
  const headers = { cookie: token, 'x-csrf-token': token.slice('_csrf='.length), 'content-type': 'application/json' }
  const { status } = await fetch(terminate, { method: 'POST', headers, body: '{}' })
  expectThat(status === 405 || status === 403, `the UI answers a termination with ${status}`)
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
  return `${found?.length} executions listed, ${workflowId} ${one.status}, a termination refused; ${taken}`
}

/**
 * The doctor in a container of the installation, once it finds no fault: a busy host may take too long for its checks.
 */
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
