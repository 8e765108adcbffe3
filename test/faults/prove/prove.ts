import { collectFindings } from '../audit/audit.js'
import type { Finding } from '../audit/findings.js'
import type { FaultLog } from '../fault-log.js'
import type { Scene } from '../load/scene.js'
import { readPending } from '../pending.js'
import { CONTACT_TAMPERINGS } from './contacts.js'
import { EXECUTION_TAMPERINGS } from './executions.js'
import { MAIL_TAMPERINGS } from './mails.js'
import { REST_TAMPERINGS } from './rest.js'
import type { Tampering } from './tampering.js'

const TAMPERINGS = [...MAIL_TAMPERINGS, ...EXECUTION_TAMPERINGS, ...CONTACT_TAMPERINGS, ...REST_TAMPERINGS]
// Repeats that the policy allows are counted below their promise, and cannot be broken.
const COUNT = '  repeated: '

/**
 * Proves that the audit can fail: breaks each promise on purpose, one after the other, and looks whether the audit
 * names it. True when it named each, and found nothing once all was repaired.
 */
export async function prove(scene: Scene, log: FaultLog): Promise<boolean> {
  let unseen = 0
  console.log('\nBroken on purpose:')
  for (const tampering of TAMPERINGS) {
    const line = await lineAbout(tampering, scene, log)
    if (line === null) unseen += 1
    console.log(`  ${tampering.what}\n    ${tampering.promise}: ${line ?? 'NOT SEEN'}`)
  }
  const findings = await findNow(scene, log)
  const left = findings.filter(({ broken }) => broken.length > 0)
  for (const { promise, broken } of left) console.log(`  broken after the repair: ${promise}: ${broken.join('; ')}`)
  const proved = new Set(TAMPERINGS.map(({ promise }) => promise))
  const unproved = findings.filter(({ promise }) => !proved.has(promise) && !promise.startsWith(COUNT))
  for (const { promise } of unproved) console.log(`  never broken on purpose: ${promise}`)
  const named = `${TAMPERINGS.length - unseen} of ${TAMPERINGS.length}`
  console.log(`\nThe audit named ${named}, about ${proved.size} promises.`)
  return unseen + left.length + unproved.length === 0
}

/** The line in which the audit names what was done; null when it does not. */
async function lineAbout({ promise, tamper }: Tampering, scene: Scene, log: FaultLog): Promise<string | null> {
  const { names, undo } = await tamper(scene, log)
  const lines = (await findNow(scene, log))
    .filter((finding) => finding.promise === promise)
    .flatMap(({ broken }) => broken)
  await undo()
  return lines.find((line) => line.includes(names))?.split('\n')[0] ?? null
}

async function findNow(scene: Scene, log: FaultLog): Promise<Finding[]> {
  const pending = Object.entries(await readPending(scene.cluster)).filter(([, count]) => count > 0)
  return (await collectFindings(scene, log, Object.fromEntries(pending))).findings
}
