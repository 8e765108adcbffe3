import { collectFindings } from '../audit/audit.js'
import type { Finding } from '../audit/findings.js'
import type { FaultLog } from '../fault-log.js'
import type { Scene } from '../load/scene.js'
import { readPending } from '../pending.js'
import { TAMPERINGS } from './tamperings.js'

/**
 * Proves that the audit can fail: breaks the data in one place after the other, and looks whether the audit names it.
 * True when it named each, and found nothing once all was repaired.
 */
export async function prove(scene: Scene, log: FaultLog): Promise<boolean> {
  let unseen = 0
  console.log('\nThe data are tampered with:')
  for (const tampering of TAMPERINGS) {
    const { what, promise } = tampering
    const { names, undo } = await tampering.tamper(scene)
    const broken = (await brokenNow(scene, log)).filter((finding) => finding.promise === promise)
    const line = broken.flatMap((finding) => finding.broken).find((each) => each.includes(names))
    await undo()
    if (line === undefined) unseen += 1
    const named = line === undefined ? `NOT SEEN: ${promise}, ${names}` : `${promise}: ${line.split('\n')[0]}`
    console.log(`  ${what}\n    ${named}`)
  }
  const left = await brokenNow(scene, log)
  for (const { promise, broken } of left) console.log(`  broken after the repair: ${promise}: ${broken.join('; ')}`)
  console.log(unseen === 0 ? '\nThe audit named each.' : `\nThe audit did not name ${unseen} of ${TAMPERINGS.length}.`)
  return unseen === 0 && left.length === 0
}

async function brokenNow(scene: Scene, log: FaultLog): Promise<Finding[]> {
  const pending = Object.entries(await readPending(scene.cluster)).filter(([, count]) => count > 0)
  const { findings } = await collectFindings(scene, log, Object.fromEntries(pending))
  return findings.filter(({ broken }) => broken.length > 0)
}
