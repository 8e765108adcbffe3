import type { Hit } from '../load/ledger.js'
import { PATIENCE_MS } from '../client.js'
import type { AuditedEmail, Evidence } from './evidence.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { check, type Finding } from './findings.js'

const ANSWER_WITHIN_MS = 50
// The longest time for which a hit stays in memory alone while MongoDB is away.
const STORED_MS = 180_000

/**
 * Whether opens and clicks are counted: each answered one, once. Losable are those of a gateway that was killed while
 * it could not store them.
 */
export function auditEngagement(evidence: Evidence): Finding[] {
  const { scene, emails } = evidence
  const byEmail = groupBy(scene.ledger.hits, ({ kind, emailId }) => `${kind} ${emailId}`)
  let losable = 0
  let lost = 0
  const finding = check('opens and clicks are counted once', byEmail, ([place, hits]) => {
    const [kind = '', emailId = ''] = place.split(' ')
    const counted = emails.get(emailId)?.[kind as keyof Pick<AuditedEmail, 'opens' | 'clicks'>] ?? 0
    const answered = hits.filter(({ isAnswered }) => isAnswered)
    const mayBeLost = answered.filter((hit) => wasInMemoryAlone(evidence, hit)).length
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
  const inMemory = hits.filter((hit) => hit.isAnswered && !isStoredByAnswer(hit))
  return {
    ...check('an open or click of a running gateway is answered', hits, (hit) => {
      const { kind, emailId, gateway, at, outcome, isAnswered } = hit
      // What is on its way when a process ends or stops breaks off, and a process that starts does not listen yet.
      const isExplained = !outcome.startsWith('status') && log.wasHit(gateway, at, at + PATIENCE_MS)
      return isAnswered || isExplained ? null : `${kind} ${emailId} at ${gateway}, ${log.timeOf(at)}: ${outcome}`
    }),
    note: `${inMemory.length} before they were stored`,
  }
}

/** Whether MongoDB had the hit when it was answered: a gateway that cannot store it yet answers after 50 ms. */
export function isStoredByAnswer({ ms }: Hit): boolean {
  return ms < ANSWER_WITHIN_MS
}

function wasInMemoryAlone({ log }: Evidence, hit: Hit): boolean {
  if (isStoredByAnswer(hit)) return false
  const { gateway, at } = hit
  return log.of(gateway, at, at + STORED_MS).some(({ fault }) => fault.kind === 'kill' || fault.kind === 'away')
}
