import { expect } from 'chai'
import { judgeCluster, type Cluster } from '../../cli/doctor/mongodb-shards.js'
import { declaredCollections } from '../../models/indexes.js'

const declared = declaredCollections()
const sharded = declared.flatMap(({ name, shardKey }) => (shardKey ? [[name, shardKey] as const] : []))
const all = { min: { projectId: 'MinKey' }, max: { projectId: 'MaxKey' }, tag: 'main' }
const AS_PLANNED: Cluster = {
  shards: ['one', 'two'],
  isBalanced: true,
  keys: new Map(sharded),
  zones: sharded.map(([collection]) => ({ collection, ...all })),
}

describe('what the doctor says of a sharded cluster', () => {
  const judged = (change: Partial<Cluster>) => judgeCluster({ ...AS_PLANNED, ...change }, declared)

  for (const [what, change, status, found] of [
    ['that is as planned', {}, 'ok', /2 shards/],
    [
      'with a refined key',
      { keys: new Map<string, object>([...sharded, ['emails', { projectId: 1, _id: 1 }]]) },
      'ok',
      /2 shards/,
    ],
    ['whose collections are on one shard', { keys: new Map() }, 'warning', /all collections are on one/],
    ['with a collection that is not sharded', { keys: new Map(sharded.slice(1)) }, 'fault', /not sharded/],
    [
      'with another key',
      { keys: new Map<string, object>([...sharded, ['emails', { _id: 'hashed' }]]) },
      'fault',
      /keys.*emails/,
    ],
    [
      'with a sharded directory',
      { keys: new Map<string, object>([...sharded, ['users', { _id: 1 }]]) },
      'fault',
      /keys.*users/,
    ],
    ['with other zones in a collection', { zones: AS_PLANNED.zones.slice(1) }, 'fault', /other zones/],
    ['without a balancer', { isBalanced: false }, 'warning', /balancer/],
  ] as const) {
    it(`${what} is "${status}"`, () => {
      const finding = judged(change)
      expect(finding.status).to.equal(status)
      expect(finding.found).to.match(found)
    })
  }
})
