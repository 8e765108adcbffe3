import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../bench/calls.js'
import { Api } from '../../embedded/demo/api.js'
import { buildWorkflow } from '../../embedded/demo/build-workflow.js'
import { expectThat } from './expect-that.js'
import type { FirstStart } from './first-start.js'
import { messages } from './inbox.js'
import { SERVERS, type Installation } from './installation.js'
import { Load, LOAD_EVENT, LOAD_SUBJECTS } from './load.js'

const IN_DOUBT_AT_ONCE = 10
const DONE_MS = 20 * 60_000
const BETWEEN_CRASHES_MS = 3_000

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
  // As many as were between a process that was crashed and the other side.
  const inDoubt = IN_DOUBT_AT_ONCE * crashed.filter((service) => ['worker-mail', 'inbox'].includes(service)).length
  expectThat(twice.length <= inDoubt, `${twice.length} messages are there twice`)
  const reconciled = await at.tool('reconcile')
  expectThat(reconciled.status === 0, reconciled.said)
  return `${accepted.length * 2} messages accepted, all in the inbox, ${twice.length} of unknown outcome and sent again`
}

function countOf(addresses: readonly string[]): Map<string, number> {
  const count = new Map<string, number>()
  for (const address of addresses) count.set(address, (count.get(address) ?? 0) + 1)
  return count
}
