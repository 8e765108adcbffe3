import type { BehaviourKnobs } from '../../embedded/provider/behaviour.js'
import { Random } from './random.js'

/** The gateways of the cluster; the first receives the provider's events. */
export const GATEWAYS = ['gateway', 'gateway-2'] as const
/** The workers of the cluster. */
export const WORKERS = ['worker', 'worker-2', 'worker-3'] as const
/** Every process that a fault can hit. */
export const TARGETS = [...GATEWAYS, ...WORKERS, 'provider', 'mongodb', 'temporal'] as const
export type Target = (typeof TARGETS)[number]
export type Gateway = (typeof GATEWAYS)[number]

/** What happens to the cluster. */
export type Fault =
  /** SIGKILL; the supervisor starts the process again at once. */
  | { kind: 'kill'; target: Target }
  /** SIGSTOP, and SIGCONT at the end. */
  | { kind: 'freeze'; target: Target }
  /** SIGKILL, and started again at the end only. */
  | { kind: 'away'; target: Target }
  /** The provider is slow, fails, or accepts without an answer. */
  | { kind: 'behave'; name: string; knobs: Partial<BehaviourKnobs> }
  /** The disk of the spool is full. */
  | { kind: 'full disk'; target: Gateway }
  /** The spool folder vanishes with everything in it. */
  | { kind: 'no folder'; target: Gateway }

/** A fault with its time, both in ms since the beginning. */
export interface PlannedFault {
  fault: Fault
  atMs: number
  untilMs: number
}

const MEAN_PAUSE_MS = 11_000
const SHORTEST_PAUSE_MS = 2_000
// A process that comes back gets this long to itself: a fault that hits it while it starts tests little.
const RECOVERY_MS = 12_000
const SECOND = 1_000

/** Plans faults at random times: one seed gives one plan. A process has one fault at a time; several may be hit. */
export function planFaults(
  seed: number,
  { minutes, canMount }: { minutes: number; canMount: boolean },
): PlannedFault[] {
  const random = new Random(seed)
  const endMs = minutes * 60 * SECOND
  const busyUntil = new Map<string, number>()
  const planned: PlannedFault[] = []
  for (let atMs = SHORTEST_PAUSE_MS; ;) {
    atMs += SHORTEST_PAUSE_MS + random.pause(MEAN_PAUSE_MS - SHORTEST_PAUSE_MS)
    if (atMs >= endMs) return planned
    const { fault, forMs } = draw(random, canMount)
    const place = placeOf(fault)
    if (atMs < (busyUntil.get(place) ?? 0)) continue
    const untilMs = Math.min(atMs + forMs, endMs)
    busyUntil.set(place, untilMs + RECOVERY_MS)
    planned.push({ fault, atMs: Math.round(atMs), untilMs: Math.round(untilMs) })
  }
}

/** Where a fault strikes: two faults of one place do not overlap. */
export function placeOf(fault: Fault): string {
  if (fault.kind === 'behave') return 'behaviour'
  return fault.kind === 'full disk' || fault.kind === 'no folder' ? `spool of ${fault.target}` : fault.target
}

/** A fault in words. */
export function describeFault(fault: Fault): string {
  return fault.kind === 'behave' ? `provider ${fault.name}` : `${fault.target} ${WORDS[fault.kind]}`
}

const WORDS = {
  kill: 'killed',
  freeze: 'stopped',
  away: 'killed and away',
  'full disk': 'has a full disk for its spool',
  'no folder': 'loses its spool folder',
} as const

function draw(random: Random, canMount: boolean): { fault: Fault; forMs: number } {
  const own = [...GATEWAYS, ...WORKERS, 'provider'] as const
  const spool: [number, () => { fault: Fault; forMs: number }][] = [
    [canMount ? 4 : 0, () => ({ fault: { kind: 'full disk', target: 'gateway' }, forMs: seconds(random, 5, 40) })],
    [4, () => ({ fault: { kind: 'no folder', target: 'gateway-2' }, forMs: 0 })],
  ]
  return random.weighed<() => { fault: Fault; forMs: number }>([
    [28, () => ({ fault: { kind: 'kill', target: random.pick(own) }, forMs: 0 })],
    [26, () => ({ fault: { kind: 'freeze', target: random.pick(own) }, forMs: seconds(random, 1, 40) })],
    [5, () => ({ fault: { kind: 'kill', target: 'mongodb' }, forMs: 0 })],
    [5, () => ({ fault: { kind: 'away', target: 'mongodb' }, forMs: seconds(random, 20, 60) })],
    [4, () => ({ fault: { kind: 'kill', target: 'temporal' }, forMs: 0 })],
    [5, () => ({ fault: { kind: 'away', target: 'temporal' }, forMs: seconds(random, 20, 60) })],
    [3, () => ({ fault: { kind: 'away', target: random.pick(own) }, forMs: seconds(random, 10, 60) })],
    [22, () => ({ fault: misbehave(random), forMs: seconds(random, 5, 40) })],
    ...spool,
  ])()
}

function misbehave(random: Random): Fault {
  const [name, knobs] = random.pick<() => [string, Partial<BehaviourKnobs>]>([
    () => ['is slow', { latencyMs: random.int(300, 6_000) }],
    // Beyond the time that a worker waits for an answer.
    () => ['answers too late', { latencyMs: random.int(9_000, 14_000) }],
    () => ['fails', { errorRate: random.between(0.2, 1) }],
    () => ['accepts and does not answer', { dropResponseRate: random.between(0.05, 0.5) }],
    () => ['accepts nothing and does not answer', { holdAfter: random.int(0, 20) }],
    () => ['throttles', { throttlePerSecond: random.int(2, 10) }],
  ])()
  return { kind: 'behave', name, knobs }
}

function seconds(random: Random, from: number, to: number): number {
  return random.between(from, to) * SECOND
}
