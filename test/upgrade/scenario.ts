import { setTimeout as delay } from 'node:timers/promises'
import { collectFindings, printRequests } from '../faults/audit/audit.js'
import { printFindings, type Finding } from '../faults/audit/findings.js'
import { FaultLog } from '../faults/fault-log.js'
import { furnish } from '../faults/load/furnish.js'
import { Ledger } from '../faults/load/ledger.js'
import { runLoad } from '../faults/load/run-load.js'
import type { Scene } from '../faults/load/scene.js'
import { untilNothingIsPending } from '../faults/pending.js'
import { Random } from '../faults/random.js'
import type { HostName } from './hosts.js'
import { bringUpServers, type Installation } from './installation.js'
import { Operator } from './operator.js'
import type { Options } from './options.js'
import { buildRelease, programOf } from './previous-release.js'
import { Spans } from './spans.js'
import { Timeline } from './timeline.js'

// Longer than the forward way, so that sleepers wake under the new version.
const DELAY_PHASES = 8
// Under load on a small machine the default of 500 of each type takes minutes.
const REPLAY = ['replay', '--limit', '50']
// What a process says when a migration demands more than it knows.
const REFUSAL = /database is newer/i

interface Upgrade {
  installation: Installation
  scene: Scene
  spans: Spans
  timeline: Timeline
  operator: Operator
  /** Lets the load run for a phase. */
  serve: () => Promise<void>
}

/** Builds the previous release, upgrades from it under load, goes back and forward again, and audits. */
export async function runUpgrade(options: Options, dataDir: string, signal: AbortSignal): Promise<boolean> {
  const { seed, rate, seconds, from } = options
  const log = new FaultLog()
  const previous = await buildRelease(from, (line) => log.say(line), signal)
  const installation = await bringUpServers({ dataDir, seed, previous, log, signal })
  try {
    log.say(`the previous release ${from} begins on an empty database`)
    await requireSuccess(installation.run(programOf(previous, 'migrate')))
    await startAll(installation, 'old-gateway', 'old-worker', 'old-worker-2')
    installation.serveBy('old-gateway')
    const { scene, spans } = await setUp(installation, options)
    const timeline = new Timeline(scene.ledger, log)
    const operator = new Operator(installation, log)
    const serve = () => delay(seconds * 1_000, undefined, { signal })
    const upgrade: Upgrade = { installation, scene, spans, timeline, operator, serve }
    const over = new AbortController()
    const load = runLoad(scene, rate, AbortSignal.any([over.signal, signal]))
    await goForward(upgrade)
    await goBackAndForward(upgrade)
    over.abort()
    installation.site.receiver.recover()
    await load
    const pending = await timeline.step('nothing is left to be done', () =>
      untilNothingIsPending(installation.site, log, signal),
    )
    await checkAtRest(upgrade)
    const { findings, stories } = await collectFindings(scene, log, pending)
    return report(upgrade, [...(await spans.audit(installation.hosts.pids)), ...findings], stories)
  } finally {
    await installation.end()
  }
}

async function setUp(
  installation: Installation,
  { seed, recipients, seconds, spanning }: Options,
): Promise<{ scene: Scene; spans: Spans }> {
  const { site, makeProject } = installation
  const projects = await furnish(site, makeProject, recipients)
  const spanned = await makeProject('Spans')
  const scene: Scene = { cluster: site, ledger: new Ledger(), random: new Random(seed), ...projects, others: [spanned] }
  const spans = new Spans(scene, spanned, spanning)
  await spans.build(seconds * DELAY_PHASES)
  return { scene, spans }
}

/**
 * The upgrade as an operator does it. Every mix of versions serves for a phase, also those that a careful order avoids.
 */
async function goForward({ installation, spans, timeline, operator, serve }: Upgrade): Promise<void> {
  const { hosts, serveBy } = installation
  await timeline.step('the old version serves', async () => {
    await spans.sleep()
    await spans.begin('upgrade', 'old')
    await serve()
  })
  await timeline.step('replay, before a new worker starts', async () => {
    await operator.expect('the new version continues what the old one began', REPLAY)
  })
  await timeline.step('migrate, while the old version serves', async () => {
    await operator.expect('migrate --plan prints what it would do', ['migrate', '--plan'], [0, 2])
    await operator.expect('migrate succeeds while the old version serves', ['migrate'])
    await operator.expect('after migrate there is nothing to do', ['migrate', '--plan'])
  })
  await timeline.step('a new worker beside the old ones', async () => {
    await hosts.start('new-worker')
    await serve()
  })
  await timeline.step('replay, with histories of both versions', async () => {
    await operator.expect('the new version continues what both began', REPLAY)
  })
  await timeline.step('a new gateway beside the old one', async () => {
    await hosts.start('new-gateway')
    serveBy('old-gateway', 'new-gateway')
    await serve()
  })
  await timeline.step('the old gateway stops', async () => {
    serveBy('new-gateway')
    await stop(operator, installation, 'old-gateway')
    await serve()
  })
  const underWay = await spans.underWay()
  await timeline.step('the old workers stop', async () => {
    for (const worker of ['old-worker', 'old-worker-2'] as const) await stop(operator, installation, worker)
    await serve()
  })
  operator.note('executions were under way when the old workers stopped', underWay, underWay > 0 ? [] : ['none'])
  await timeline.step('the new version ends what the old one began', () => spans.end('upgrade', 'new'))
}

/** The way back on the migrated database, and forward again. An old version that may not serve has to say so. */
async function goBackAndForward(upgrade: Upgrade): Promise<void> {
  const { spans, timeline, operator } = upgrade
  await timeline.step('executions begin on the new version', () => spans.begin('way-back', 'new'))
  const refusal = await timeline.step('back: the old gateway beside the new one', () => startOldGateway(upgrade))
  if (refusal === null) {
    await goBack(upgrade)
    await goForwardAgain(upgrade)
  } else {
    operator.note('an old version that may not serve says why', 1, REFUSAL.test(refusal) ? [] : [refusal])
    await timeline.step('the new version ends what it began', () => spans.end('way-back', 'new'))
  }
  await timeline.step('migrate --drop-indexes', async () => {
    await operator.expect('migrate --drop-indexes succeeds', ['migrate', '--drop-indexes'])
  })
}

/** Null, or why it does not start. */
async function startOldGateway({ installation, serve }: Upgrade): Promise<string | null> {
  const { hosts, serveBy } = installation
  try {
    await hosts.start('old-gateway')
  } catch (error) {
    return String(error)
  }
  serveBy('old-gateway', 'new-gateway')
  await serve()
  return null
}

async function goBack({ installation, spans, timeline, operator, serve }: Upgrade): Promise<void> {
  const { hosts, serveBy } = installation
  await timeline.step('back: the new gateway stops', async () => {
    serveBy('old-gateway')
    await stop(operator, installation, 'new-gateway')
  })
  await timeline.step('back: the old workers replace the new one', async () => {
    for (const worker of ['old-worker', 'old-worker-2'] as const) await hosts.start(worker)
    await stop(operator, installation, 'new-worker')
    await serve()
  })
  await timeline.step('the old version ends what the new one began', () => spans.end('way-back', 'old'))
}

async function goForwardAgain({ installation, spans, timeline, operator, serve }: Upgrade): Promise<void> {
  const { hosts, serveBy } = installation
  await timeline.step('executions begin on the old version', () => spans.begin('upgrade-again', 'old'))
  await timeline.step('forward again: workers, then the gateway', async () => {
    await operator.expect('the new version continues what the old one did meanwhile', REPLAY)
    await hosts.start('new-worker')
    for (const worker of ['old-worker', 'old-worker-2'] as const) await stop(operator, installation, worker)
    await hosts.start('new-gateway')
    serveBy('new-gateway')
    await stop(operator, installation, 'old-gateway')
    await serve()
  })
  await timeline.step('the new version ends what the old one began again', () => spans.end('upgrade-again', 'new'))
}

/** What an operator may run afterwards. */
async function checkAtRest({ scene, operator }: Upgrade): Promise<void> {
  for (const { id } of [scene.mixed, scene.campaigns, ...scene.others]) {
    await operator.expect('recount finds the counters right', ['recount', '--project', id])
  }
  const output = await operator.expect('reconcile succeeds', ['reconcile', '--json'])
  const isQuiet = /"startedAgain":0,"ended":0/.test(output)
  operator.note('reconcile finds nothing lost', 1, isQuiet ? [] : [output])
}

function report({ scene, timeline, operator }: Upgrade, audited: Finding[], stories: string[]): boolean {
  const unserved = timeline.steps.filter(({ unavailable, unanswered }) => unavailable + unanswered > 0)
  const findings: Finding[] = [
    ...operator.findings,
    {
      promise: 'a gateway answered every request of every step',
      checked: timeline.steps.reduce((sum, { asked }) => sum + asked, 0),
      broken: unserved.map(({ name, unavailable, unanswered }) => `${name}: ${unavailable} 503, ${unanswered} none`),
    },
    ...audited,
  ]
  timeline.print()
  printRequests(scene)
  printFindings(findings)
  if (stories.length > 0) console.log(`\nMessages that are in the inbox more than once:\n  ${stories.join('\n  ')}`)
  const broken = findings.reduce((sum, finding) => sum + finding.broken.length, 0)
  console.log(broken === 0 ? '\nThe upgrade kept every promise.' : `\n${broken} cases of broken promises.`)
  return broken === 0
}

async function startAll({ hosts }: Installation, ...names: HostName[]): Promise<void> {
  for (const name of names) await hosts.start(name)
}

/** Stops a process, which has to end by itself in its time. */
async function stop(operator: Operator, { hosts }: Installation, name: HostName): Promise<void> {
  const how = await hosts.stop(name)
  operator.note(`${name} ends by itself after SIGTERM`, 1, /status 0|code 0/.test(how) ? [] : [how])
}

async function requireSuccess(run: ReturnType<Installation['run']>): Promise<void> {
  const { status, output } = await run
  if (status !== 0) throw new Error(output)
}
