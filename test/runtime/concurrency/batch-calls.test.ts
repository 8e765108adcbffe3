import { expect } from 'chai'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'

describe('work on single items that is done together', () => {
  const runs: number[][] = []
  let release: () => void
  let work: (item: number) => Promise<string>

  beforeEach(() => {
    runs.length = 0
    let first: Promise<void> | null = new Promise((resolve) => {
      release = resolve
    })
    work = batchCalls<number, string>({
      keyOf: (item) => (item < 100 ? 'small' : 'large'),
      maxBatch: 3,
      concurrencyPerKey: 1,
      async run(items) {
        runs.push(items)
        const gate = first
        first = null
        await gate
        if (items.includes(13)) throw new Error('unlucky')
        return items.map((item) => `done ${item}`)
      },
    })
  })

  it('begins at once for one, and takes what comes meanwhile together, up to a number', async () => {
    const answers = [1, 2, 3, 4, 5].map((item) => work(item))
    expect(runs).to.deep.equal([[1]])
    release()
    expect(await Promise.all(answers)).to.deep.equal(['done 1', 'done 2', 'done 3', 'done 4', 'done 5'])
    expect(runs).to.deep.equal([[1], [2, 3, 4], [5]])
  })

  it('keeps groups apart, which do not wait for each other', async () => {
    const small = work(1)
    expect(await work(100)).to.equal('done 100')
    release()
    expect(await small).to.equal('done 1')
    expect(runs).to.deep.equal([[1], [100]])
  })

  it('tells the failure of a run to all who were in it, and to nobody else', async () => {
    const answers = [1, 12, 13].map((item) => work(item))
    release()
    const settled = await Promise.allSettled(answers)
    expect(settled.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'rejected'])
    expect(await work(14)).to.equal('done 14')
  })
})
