import { memoryMb } from '../../../bench/measuring/processes.js'
import { quantile } from '../../../bench/measuring/statistics.js'
import { describeFault, GATEWAYS, WORKERS } from '../plan-faults.js'
import type { FaultLog } from '../fault-log.js'
import type { Cluster } from '../cluster.js'
import type { Scene } from '../load/scene.js'
import type { Pending } from '../pending.js'
import { auditContacts, auditCounters } from './contacts.js'
import { auditEngagement } from './engagement.js'
import { collectEvidence } from './evidence.js'
import { auditEvents, auditExecutions, auditWebhooks } from './executions.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { check, printFindings, type Finding } from './findings.js'
import { auditCampaigns, auditInbox, auditSends } from './mails.js'
import { auditRepeats } from './repeats.js'
import { auditRest } from './rest.js'

/** Compares each request with its outcome, and prints the result; true when every promise was kept. */
export async function audit(scene: Scene, cluster: Cluster, log: FaultLog, pending: Pending): Promise<boolean> {
  const { findings, stories } = await collectFindings(scene, log, pending)
  printFaults(log)
  printRequests(scene)
  printMemory(cluster)
  printFindings(findings)
  if (stories.length > 0) console.log(`\nMessages that are in the inbox more than once:\n  ${stories.join('\n  ')}`)
  const broken = findings.reduce((sum, finding) => sum + finding.broken.length, 0)
  console.log(broken === 0 ? '\nEvery promise was kept.' : `\n${broken} cases of broken promises.`)
  return broken === 0
}

/** Every promise with its cases, and the stories of messages that are in the inbox more than once. */
export async function collectFindings(
  scene: Scene,
  log: FaultLog,
  pending: Pending,
): Promise<{ findings: Finding[]; stories: string[] }> {
  const evidence = await collectEvidence(scene, log)
  const { findings: repeats, stories } = auditRepeats(evidence)
  const findings = [
    auditFaults(log),
    ...auditSends(evidence),
    ...auditInbox(evidence),
    ...repeats,
    ...(await auditEvents(evidence)),
    ...(await auditExecutions(evidence)),
    ...(await auditWebhooks(evidence)),
    ...(await auditCampaigns(evidence)),
    ...(await auditContacts(evidence)),
    ...(await auditCounters(evidence)),
    ...auditEngagement(evidence),
    ...(await auditRest(evidence, pending)),
  ]
  return { findings, stories }
}

/** A run that spared the cluster a fault proves less than it says. */
function auditFaults({ planned, faults }: FaultLog): Finding {
  const inflicted = new Set(faults.map(({ fault }) => fault))
  return check('a planned fault was inflicted', planned, ({ fault }) =>
    inflicted.has(fault) ? null : describeFault(fault),
  )
}

function printFaults({ faults }: FaultLog): void {
  const byKind = [...groupBy(faults, ({ fault }) => describeFault(fault))].toSorted(([a], [b]) => a.localeCompare(b))
  const width = Math.max(...byKind.map(([kind]) => kind.length), 0)
  console.log(`\n${'Fault'.padEnd(width)}  Times  Longest, s`)
  for (const [kind, its] of byKind) {
    const longestMs = Math.max(...its.map(({ from, to }) => to - from))
    console.log(
      `${kind.padEnd(width)}  ${String(its.length).padStart(5)}  ${(longestMs / 1_000).toFixed(1).padStart(10)}`,
    )
  }
  console.log(`${'In all'.padEnd(width)}  ${String(faults.length).padStart(5)}`)
}

/** Prints how requests were answered, by their kind. */
export function printRequests({ ledger }: Scene): void {
  console.log(`\n${'Requests'.padEnd(12)}    asked   acked     409     503  no answer  other    p50 ms    p99 ms`)
  for (const [kind, tally] of ledger.tallies) {
    const { asked, acknowledged, used, unavailable, unanswered, other, latencies } = tally
    const counts = [asked, acknowledged, used, unavailable].map((count) => String(count).padStart(8))
    const times = [0.5, 0.99].map((share) => quantile(latencies, share).toFixed(0).padStart(10))
    console.log(
      `${kind.padEnd(12)} ${counts.join('')}${String(unanswered).padStart(11)}${String(other).padStart(7)}${times.join('')}`,
    )
  }
}

function printMemory({ processes }: Cluster): void {
  const sizes = [...GATEWAYS, ...WORKERS].map((name) => {
    const { pid } = processes[name]
    return `${name} ${pid === null ? 'is not running' : `${memoryMb(pid)} MB`}`
  })
  console.log(`\nMemory at the end: ${sizes.join(', ')}`)
}
