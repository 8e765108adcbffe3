import { expect } from 'chai'
import { shutdownTimes } from '../../workers/shutdown-times.js'

describe('the shutdown of a worker', () => {
  const times = (PROVIDER_TIMEOUT_SECONDS: number, SHUTDOWN_TIMEOUT_SECONDS?: number) =>
    shutdownTimes({ PROVIDER_TIMEOUT_SECONDS, SHUTDOWN_TIMEOUT_SECONDS })

  it('leaves the provider its whole time-out, and time to record its answer', () => {
    expect(times(10)).to.deep.equal({ graceMs: 10_000, deadlineMs: 15_000 })
    expect(times(40)).to.deep.equal({ graceMs: 40_000, deadlineMs: 45_000 })
    expect(times(10, 60)).to.deep.equal({ graceMs: 55_000, deadlineMs: 60_000 })
  })

  it('refuses a time in which the provider may still answer', () => {
    expect(() => times(10, 14)).to.throw(/SHUTDOWN_TIMEOUT_SECONDS: a worker needs 15: PROVIDER_TIMEOUT_SECONDS/)
    expect(times(10, 15)).to.deep.equal(times(10))
  })
})
