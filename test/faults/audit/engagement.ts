import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hit } from '../load/ledger.js'
import { isWithoutDisk } from '../plan-faults.js'
import { PATIENCE_MS } from '../client.js'
import type { AuditedEmail, Evidence } from './evidence.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { check, type Finding } from './findings.js'

// After a disk was full, a gateway tries its spool again after five seconds.
const RETRIED_MS = 6_000
// The longest time for which a fact stays in memory alone while MongoDB is away or locked.
const RECORDED_MS = 180_000

/**
 * Whether opens and clicks are counted: each answered one, once. Losable are those in a spool folder that vanished, and
 * those of a gateway that ended while its disk was full.
 */
export function auditEngagement(evidence: Evidence): Finding[] {
  const { scene, emails } = evidence
  const byEmail = groupBy(scene.ledger.hits, ({ kind, emailId }) => `${kind} ${emailId}`)
  const vanished = countVanished(scene.cluster.vanished)
  let losable = 0
  let lost = 0
  const finding = check('opens and clicks are counted once', byEmail, ([place, hits]) => {
    const [kind = '', emailId = ''] = place.split(' ')
    const counted = emails.get(emailId)?.[kind as keyof Pick<AuditedEmail, 'opens' | 'clicks'>] ?? 0
    const answered = hits.filter(({ isAnswered }) => isAnswered)
    const mayBeLost = answered.filter((hit) => wasInMemoryAlone(evidence, hit)).length + (vanished.get(place) ?? 0)
    losable += Math.min(mayBeLost, answered.length)
    lost += Math.max(0, answered.length - counted)
    if (counted <= hits.length && counted >= answered.length - mayBeLost) return null
    return `${place}: ${counted} counted, ${answered.length} answered of ${hits.length}, ${mayBeLost} losable`
  })
  return [
    { ...finding, note: `${scene.ledger.hits.length} hits; ${lost} lost of ${losable} losable` },
    auditEvents(evidence),
    auditHits(evidence),
  ]
}

/** Whether the events of each email count what its counters do. */
function auditEvents({ scene, emails, engagementOfEvents }: Evidence): Finding {
  const places = new Set(scene.ledger.hits.map(({ kind, emailId }) => `${kind} ${emailId}`))
  return check('the events of an email count its opens and clicks', [...places], (place) => {
    const [kind = '', emailId = ''] = place.split(' ')
    const email = emails.get(emailId)
    // The events of a deleted contact are deleted, while its emails stay without an address.
    if (!email || email.to === '') return null
    const counted = email[kind as keyof Pick<AuditedEmail, 'opens' | 'clicks'>]
    const ofEvents = engagementOfEvents.get(place) ?? 0
    return counted === ofEvents ? null : `${place}: ${counted} counted, ${ofEvents} by events`
  })
}

/** Whether a gateway that runs answers each open and click with its pixel or link, whatever is away or full. */
function auditHits({ scene, log }: Evidence): Finding {
  const { hits } = scene.ledger
  const withoutDisk = hits.filter(({ gateway, at }) =>
    log.faults.some(({ fault, from, to }) => isWithoutDisk(fault, gateway) && at >= from && at <= to),
  )
  return {
    ...check('an open or click of a running gateway is answered', hits, (hit) => {
      const { kind, emailId, gateway, at, outcome, isAnswered } = hit
      // What is on its way when a process ends or stops breaks off, and a process that starts does not listen yet.
      const isExplained = !outcome.startsWith('status') && log.wasHit(gateway, at, at + PATIENCE_MS)
      return isAnswered || isExplained ? null : `${kind} ${emailId} at ${gateway}, ${log.timeOf(at)}: ${outcome}`
    }),
    note: `${withoutDisk.length} while the spool had no disk`,
  }
}

function wasInMemoryAlone({ log }: Evidence, { gateway, at }: Hit): boolean {
  const spools = log.faults.filter(({ fault }) => isWithoutDisk(fault, gateway))
  if (!spools.some(({ from, to }) => at >= from && at <= to + RETRIED_MS)) return false
  return log.of(gateway, at, at + RECORDED_MS).some(({ fault }) => fault.kind === 'kill' || fault.kind === 'away')
}

/** How many lines about each email stand in spool folders that vanished. */
function countVanished(folders: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const folder of folders) {
    for (const line of linesOf(folder)) {
      const { kind, emailId } = JSON.parse(line) as { kind: string; emailId: string }
      const place = `${kind === 'opened' ? 'opens' : 'clicks'} ${emailId}`
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
  }
  return counts
}

/** The complete lines of a spool folder. */
export function linesOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}')),
  )
}
