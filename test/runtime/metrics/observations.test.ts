import { expect } from 'chai'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { addObservations, counter, histogram, type Observations } from '../../../runtime/metrics/registry.js'
import { compiledModule } from '../../support/compiled-program.js'
import { valueOf } from '../../support/metrics.js'

// What a thread does that counts two kinds of fruit, and measures one.
const codeWith = (registry: string): string => `
  import { parentPort } from 'node:worker_threads'
  const { collectObservations, counter, histogram } = await import('${registry}')
  const observations = collectObservations()
  const fruit = counter('posthorn_test_fruit_total', 'Fruit.', { kind: ['apple', 'pear'] })
  const weights = histogram('posthorn_test_weight_seconds', 'Weights.', { labels: ['kind'], buckets: [1, 10] })
  fruit.inc({ kind: 'apple' })
  fruit.inc({ kind: 'apple' }, 2)
  fruit.inc({ kind: 'pear' })
  weights.observe({ kind: 'apple' }, 0.5)
  weights.observe({ kind: 'apple' }, 5)
  parentPort.postMessage([observations(), observations()])
`

describe('the metrics of a thread', () => {
  it('count in the process that it belongs to, each observation once', async () => {
    counter('posthorn_test_fruit_total', 'Fruit.', { kind: ['apple', 'pear'] }).inc({ kind: 'apple' }, 4)
    histogram('posthorn_test_weight_seconds', 'Weights.', { labels: ['kind'], buckets: [1, 10] })
    const code = codeWith(pathToFileURL(await compiledModule('runtime/metrics/registry')).href)
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    const [[first, second]] = (await once(thread, 'message')) as [[Observations[], Observations[]]]
    addObservations(first)
    addObservations(second)

    expect(await valueOf('posthorn_test_fruit_total', { kind: 'apple' })).to.equal(7)
    expect(await valueOf('posthorn_test_fruit_total', { kind: 'pear' })).to.equal(1)
    expect(await valueOf('posthorn_test_weight_seconds', { kind: 'apple', le: '1' })).to.equal(1)
    expect(await valueOf('posthorn_test_weight_seconds', { kind: 'apple', le: '10' })).to.equal(2)
    expect(second).to.deep.equal([])
  })
})
