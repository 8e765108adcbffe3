import { expect } from 'chai'
import { describeFault, GATEWAYS, placeOf, planFaults, RECOVERY_MS, WORKERS, type PlannedFault } from './plan-faults.js'

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)
const MINUTE = 60_000
const MINUTES = 30
const PROCESSES = ['gateway', 'gateway-2', 'worker', 'worker-2', 'worker-3', 'provider', 'mongodb', 'temporal']
const PROVIDER = [
  'is slow',
  'answers too late',
  'fails',
  'throttles',
  'accepts and never answers',
  'accepts nothing and never answers',
  'accepts, and its answer is lost',
]
const KINDS = [
  ...PROCESSES.flatMap((target) => [`${target} killed`, `${target} frozen`]),
  ...[...GATEWAYS, ...WORKERS].map((target) => `${target} stopped cleanly`),
  ...PROVIDER.map((name) => `provider ${name}`),
]

describe('the plan of test:faults', () => {
  it('has every kind of fault in half an hour, and MongoDB and Temporal away for a full minute', () => {
    for (const seed of SEEDS) {
      const planned = planFaults(seed, MINUTES)
      expect(
        planned.map(({ fault }) => describeFault(fault)),
        `seed ${seed}`,
      ).to.include.members(KINDS)
      for (const server of ['mongodb', 'temporal']) {
        const longest = Math.max(...awayTimes(planned, server))
        expect(longest, `${server}, seed ${seed}`).to.be.at.least(MINUTE)
      }
    }
  })

  it('gives a place one fault at a time, and time to recover', () => {
    for (const seed of SEEDS) {
      const freeAt = new Map<string, number>()
      for (const { fault, atMs, forMs } of planFaults(seed, MINUTES)) {
        expect(atMs, `seed ${seed}: ${describeFault(fault)}`).to.be.at.least(freeAt.get(placeOf(fault)) ?? 0)
        freeAt.set(placeOf(fault), atMs + forMs + RECOVERY_MS - 1)
      }
    }
  })

  it('is the same for one seed', () => {
    expect(planFaults(7, MINUTES)).to.deep.equal(planFaults(7, MINUTES))
    expect(planFaults(7, MINUTES)).not.to.deep.equal(planFaults(8, MINUTES))
  })
})

function awayTimes(planned: PlannedFault[], target: string): number[] {
  return planned.filter(({ fault }) => fault.kind === 'away' && fault.target === target).map(({ forMs }) => forMs)
}
