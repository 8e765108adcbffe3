import type { BehaviourKnobs } from '../../embedded/provider/behaviour.js'
import { Random } from './random.js'

/** The gateways of the cluster; the first receives the provider's events. */
export const GATEWAYS = ['gateway', 'gateway-2'] as const
/** The workers of the cluster. */
export const WORKERS = ['worker', 'worker-2', 'worker-3'] as const
/** Every process that a fault can hit. */
const TARGETS = [...GATEWAYS, ...WORKERS, 'provider', 'mongodb', 'temporal'] as const
export type Target = (typeof TARGETS)[number]
export type Gateway = (typeof GATEWAYS)[number]

/** What happens to the cluster. */
export type Fault =
  /** SIGKILL; the supervisor starts the process again at once. */
  | { kind: 'kill'; target: Target }
  /** SIGTERM as by a deploy; the process ends its work and is started again. */
  | { kind: 'stop'; target: Gateway | (typeof WORKERS)[number] }
  /** SIGSTOP, and SIGCONT at the end. */
  | { kind: 'freeze'; target: Target }
  /** SIGKILL, and started again at the end only. */
  | { kind: 'away'; target: Target }
  /** The provider is slow, fails, or does not answer. */
  | { kind: 'behave'; name: string; knobs: Partial<BehaviourKnobs> }
  /** The provider accepts and answers, and a share of the connections ends before the worker has the answer. */
  | { kind: 'cut'; share: number }

/** A fault, when it is due in ms since the beginning, and how long it lasts. */
export interface PlannedFault {
  fault: Fault
  atMs: number
  forMs: number
}

type Dealt = Omit<PlannedFault, 'atMs'>
/** How many faults of a kind are in the deck, and how to draw one. */
type Card = readonly [copies: number, draw: (random: Random) => Dealt]

const SECOND = 1_000
const MINUTE = 60 * SECOND
const MEAN_PAUSE_MS = 11 * SECOND
const SHORTEST_PAUSE_MS = 2 * SECOND
/** A process that comes back gets this long to itself: a fault that hits it while it starts tests little. */
export const RECOVERY_MS = 12 * SECOND

/**
 * Plans faults at random times; one seed gives one plan. They are dealt from a shuffled deck that holds every kind, and
 * from another when it is used up, which takes some ten minutes: half an hour has each kind at least once. A place has
 * one fault at a time; several places may be hit.
 */
export function planFaults(seed: number, minutes: number): PlannedFault[] {
  const random = new Random(seed)
  const busyUntil = new Map<string, number>()
  const planned: PlannedFault[] = []
  let deck: Dealt[] = []
  for (let atMs = SHORTEST_PAUSE_MS; ;) {
    atMs += SHORTEST_PAUSE_MS + random.pause(MEAN_PAUSE_MS - SHORTEST_PAUSE_MS)
    if (atMs >= minutes * MINUTE) return planned
    if (deck.length === 0) deck = shuffledDeck(random)
    const index = deck.findIndex(({ fault }) => atMs >= (busyUntil.get(placeOf(fault)) ?? 0))
    const [dealt] = index < 0 ? [] : deck.splice(index, 1)
    if (!dealt) continue
    busyUntil.set(placeOf(dealt.fault), atMs + dealt.forMs + RECOVERY_MS)
    planned.push({ ...dealt, atMs: Math.round(atMs) })
  }
}

/** Where a fault strikes: two faults of one place do not overlap. */
export function placeOf(fault: Fault): string {
  if (fault.kind === 'behave') return 'behaviour'
  if (fault.kind === 'cut') return 'connections to the provider'
  return fault.target
}

/** A fault in words: one text for each kind of fault and process. */
export function describeFault(fault: Fault): string {
  if (fault.kind === 'behave') return `provider ${fault.name}`
  if (fault.kind === 'cut') return 'provider accepts, and its answer is lost'
  return `${fault.target} ${WORDS[fault.kind]}`
}

const WORDS = {
  kill: 'killed',
  stop: 'stopped cleanly',
  freeze: 'frozen',
  away: 'killed and away',
} as const

function shuffledDeck(random: Random): Dealt[] {
  const deck = cards().flatMap(([copies, draw]) => Array.from({ length: copies }, () => draw(random)))
  return random.shuffled(deck)
}

function cards(): Card[] {
  const own = [...GATEWAYS, ...WORKERS, 'provider'] as const
  const servers = ['mongodb', 'temporal'] as const
  return [
    ...own.map((target): Card => [2, () => ({ fault: { kind: 'kill', target }, forMs: 0 })]),
    ...own.map((target): Card => [
      2,
      (random) => ({ fault: { kind: 'freeze', target }, forMs: seconds(random, 1, 40) }),
    ]),
    ...[...GATEWAYS, ...WORKERS].map((target): Card => [1, () => ({ fault: { kind: 'stop', target }, forMs: 0 })]),
    ...[GATEWAYS, WORKERS, ['provider'] as const].map((some): Card => [
      1,
      (random) => ({ fault: { kind: 'away', target: random.pick<Target>(some) }, forMs: seconds(random, 10, 60) }),
    ]),
    ...servers.flatMap((target): Card[] => [
      [2, () => ({ fault: { kind: 'kill', target }, forMs: 0 })],
      [1, (random) => ({ fault: { kind: 'freeze', target }, forMs: seconds(random, 2, 30) })],
      [1, (random) => ({ fault: { kind: 'away', target }, forMs: seconds(random, 10, 60) })],
      [1, () => ({ fault: { kind: 'away', target }, forMs: MINUTE })],
    ]),
    ...MOODS.map(([name, knobs]): Card => [
      2,
      (random) => ({ fault: { kind: 'behave', name, knobs: knobs(random) }, forMs: seconds(random, 5, 40) }),
    ]),
    [2, (random) => ({ fault: { kind: 'cut', share: random.between(0.1, 1) }, forMs: seconds(random, 5, 40) })],
  ]
}

const MOODS: [name: string, knobs: (random: Random) => Partial<BehaviourKnobs>][] = [
  ['is slow', (random) => ({ latencyMs: random.int(300, 6_000) })],
  // Beyond the time that a worker waits for an answer.
  ['answers too late', (random) => ({ latencyMs: random.int(9_000, 14_000) })],
  ['fails', (random) => ({ errorRate: random.between(0.2, 1) })],
  ['accepts and never answers', (random) => ({ dropResponseRate: random.between(0.05, 1) })],
  ['accepts nothing and never answers', (random) => ({ holdAfter: random.int(0, 20) })],
  ['throttles', (random) => ({ throttlePerSecond: random.int(2, 10) })],
]

function seconds(random: Random, from: number, to: number): number {
  return Math.round(random.between(from, to) * SECOND)
}
