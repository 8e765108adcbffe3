import { memoryMb } from '../../../bench/bench-stack.js'
import { quantile } from '../../../bench/calls.js'
import { GATEWAYS, WORKERS } from '../plan-faults.js'
import type { FaultLog } from '../fault-log.js'
import type { Scene } from '../load/scene.js'
import type { Pending } from '../pending.js'
import { auditContacts, auditCounters } from './contacts.js'
import { auditEngagement } from './engagement.js'
import { collectEvidence } from './evidence.js'
import { auditEvents, auditExecutions, auditWebhooks } from './executions.js'
import { groupBy, printFindings } from './findings.js'
import { auditCampaigns, auditInbox, auditSends } from './mails.js'
import { auditRepeats } from './repeats.js'
import { auditRest } from './rest.js'

/** Compares what was asked with what became of it, and prints it all; true when every promise was kept. */
export async function audit(scene: Scene, log: FaultLog, pending: Pending): Promise<boolean> {
  const evidence = await collectEvidence(scene, log)
  const { findings: repeats, stories } = auditRepeats(evidence)
  const findings = [
    ...auditSends(evidence),
    ...auditInbox(evidence),
    ...repeats,
    ...(await auditEvents(evidence)),
    ...(await auditExecutions(evidence)),
    ...(await auditWebhooks(evidence)),
    ...(await auditCampaigns(evidence)),
    ...(await auditContacts(evidence)),
    ...(await auditCounters(evidence)),
    auditEngagement(evidence),
    ...(await auditRest(evidence, pending)),
  ]
  printFaults(log)
  printRequests(scene)
  printMemory(scene)
  printFindings(findings)
  if (stories.length > 0) console.log(`\nMessages that are in the inbox more than once:\n  ${stories.join('\n  ')}`)
  const broken = findings.reduce((sum, finding) => sum + finding.broken.length, 0)
  console.log(broken === 0 ? '\nEvery promise was kept.' : `\n${broken} cases of broken promises.`)
  return broken === 0
}

function printFaults({ faults }: FaultLog): void {
  const counts = groupBy(faults, ({ fault }) =>
    'target' in fault ? `${fault.target}: ${fault.kind}` : `provider: ${fault.name}`,
  )
  const lines = [...counts].map(([fault, { length }]) => `${fault} ${length}`).toSorted()
  console.log(`\n${faults.length} faults: ${lines.join(', ')}`)
}

function printRequests({ ledger }: Scene): void {
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

function printMemory({ cluster }: Scene): void {
  const sizes = [...GATEWAYS, ...WORKERS].map((name) => {
    const { pid } = cluster.processes[name]
    return `${name} ${pid === null ? 'is not running' : `${memoryMb(pid)} MB`}`
  })
  console.log(`\nMemory at the end: ${sizes.join(', ')}`)
}
