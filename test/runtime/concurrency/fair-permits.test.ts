import { expect } from 'chai'
import { setImmediate as turn } from 'node:timers/promises'
import { createFairPermits, OutOfPatienceError, type PermitRequest } from '../../../runtime/concurrency/fair-permits.js'

describe('permits that keys share', () => {
  /** Calls for permits, in the order in which they get them. */
  function calls(limits: { permits: number; permitsPerKey: number }) {
    const permits = createFairPermits({ ...limits, permits: () => limits.permits })
    const granted: string[] = []
    const releases: (() => void)[] = []
    return {
      granted,
      ask: async (name: string, request: Partial<PermitRequest> = {}): Promise<void> => {
        const release = await permits.acquire({ key: name.slice(0, 1), patienceMs: 60_000, ...request })
        granted.push(name)
        releases.push(release)
      },
      giveBack: async (): Promise<void> => {
        releases.shift()?.()
        await turn()
      },
    }
  }

  it('go round the keys, however many calls of one wait, and never beyond the limits', async () => {
    const { granted, ask, giveBack } = calls({ permits: 3, permitsPerKey: 2 })
    const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'].map((name) => ask(name))
    await turn()
    expect(granted).to.deep.equal(['a1', 'a2', 'b1'])
    await giveBack()
    expect(granted.slice(3)).to.deep.equal(['a3'])
    while (granted.length < 8) await giveBack()
    expect(granted.slice(3)).to.deep.equal(['a3', 'b2', 'c1', 'a4', 'a5'])
    await Promise.all(all)
  })

  it('go first to a call that asks so, among the calls of its key', async () => {
    const { granted, ask, giveBack } = calls({ permits: 1, permitsPerKey: 1 })
    const all = [ask('a1'), ask('a2'), ask('b1'), ask('a3', { isFirst: true })]
    await turn()
    for (const _ of all) await giveBack()
    expect(granted).to.deep.equal(['a1', 'a3', 'b1', 'a2'])
  })

  it('are not given to a call that has lost its patience or its client, nor lost with it', async () => {
    const { granted, ask, giveBack } = calls({ permits: 1, permitsPerKey: 1 })
    await ask('a1')
    const impatient = await ask('a2', { patienceMs: 1 }).catch((error: unknown) => error)
    expect(impatient).to.be.instanceOf(OutOfPatienceError)
    const client = new AbortController()
    const left = ask('a3', { signal: client.signal }).catch((error: unknown) => error)
    const last = ask('a4')
    client.abort('gone')
    expect(await left).to.equal('gone')
    expect(await ask('b1', { signal: client.signal }).catch((error: unknown) => error)).to.equal('gone')
    await giveBack()
    await last
    expect(granted).to.deep.equal(['a1', 'a4'])
  })
})
