import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { CommandError } from '../../cli/command.js'
import { shardPlanCommand } from '../../cli/shard-plan.js'
import { declaredCollections } from '../../models/indexes.js'
import { newId } from '../../runtime/ids.js'

interface Range {
  ns: string
  min: Bound
  max: Bound
  tag: string
}
type Bound = { projectId: string }
type Call = [name: string, ...args: unknown[]]

// What stands for the values below and above all ids.
const [LEAST, MOST] = ['', '~']

/** A cluster as far as the statements know one: its zones, and the calls that it got. */
class Cluster {
  ranges: Range[] = []
  calls: Call[] = []

  run(statements: string): void {
    const note =
      (name: string) =>
      (...args: unknown[]) =>
        void this.calls.push([name, ...args])
    const sh = {
      enableSharding: note('enableSharding'),
      addShardToZone: note('addShardToZone'),
      shardCollection: note('shardCollection'),
      updateZoneKeyRange: (ns: string, min: Bound, max: Bound, tag: string) => {
        const overlapped = this.ranges.find((range) => range.ns === ns && overlap(range, { min, max }))
        if (overlapped) throw new Error(`The ranges overlap: ${JSON.stringify([overlapped, min, max])}`)
        this.ranges.push({ ns, min, max, tag })
      },
      removeRangeFromZone: (ns: string, min: Bound) => {
        this.ranges = this.ranges.filter((range) => range.ns !== ns || range.min.projectId !== min.projectId)
      },
    }
    const tags = {
      findOne: ({ ns, $expr }: { ns: string; $expr: { $and: [{ $lte: [string, string] }, unknown] } }) => {
        const project = $expr.$and[0].$lte[1]
        return this.ranges.find(
          ({ ns: of, min, max }) => of === ns && min.projectId <= project && max.projectId > project,
        )
      },
    }
    const db = {
      adminCommand: note('adminCommand'),
      getSiblingDB: (name: string) => ({
        tags,
        getCollection: (of: string) => ({ createIndex: (key: object) => note('createIndex')(name, of, key) }),
      }),
    }
    runInNewContext(statements, { sh, db, MinKey: () => LEAST, MaxKey: () => MOST })
  }

  /** The zones of a collection in the order of their ranges. */
  zonesOf(collection: string): [from: string, zone: string][] {
    const ofIt = this.ranges.filter(({ ns }) => ns === `posthorn.${collection}`)
    const inOrder = ofIt.toSorted((one, other) => (one.min.projectId < other.min.projectId ? -1 : 1))
    return inOrder.map(({ min, tag }) => [min.projectId, tag])
  }
}

const overlap = (one: Pick<Range, 'min' | 'max'>, other: Pick<Range, 'min' | 'max'>): boolean =>
  one.min.projectId < other.max.projectId && other.min.projectId < one.max.projectId

describe('posthorn shard-plan', () => {
  const plan = async (...args: string[]): Promise<string> => {
    const { answer } = await shardPlanCommand.run(args)
    return answer.lines.join('\n')
  }
  const refusalOf = (collection: string): Promise<unknown> =>
    shardPlanCommand.run(['--refine', collection]).catch((error: unknown) => error)
  const sharded = declaredCollections().filter(({ shardKey }) => shardKey)
  const names = sharded.map(({ name }) => name).sort()

  it('shards what belongs to projects by project, all with the same zone, and leaves the rest alone', async () => {
    const cluster = new Cluster()
    cluster.run(await plan('--shard', 'rs1', '--zone', 'eu'))
    const keys = cluster.calls.filter(([name]) => name === 'shardCollection')
    expect(keys.map(([, ns, key]) => [ns, JSON.stringify(key)])).to.deep.equal(
      names.map((name) => [`posthorn.${name}`, '{"projectId":1}']),
    )
    expect(names).to.include.members(['contacts', 'emails', 'outbox']).and.not.include('projects')
    expect(cluster.calls).to.deep.include(['addShardToZone', 'rs1', 'eu'])
    for (const name of names) expect(cluster.zonesOf(name), name).to.deep.equal([[LEAST, 'eu']])
  })

  it('makes an index for the key where no index begins with it, or MongoDB would refuse a collection with data', async () => {
    const cluster = new Cluster()
    cluster.run(await plan())
    const made = cluster.calls.filter(([name]) => name === 'createIndex').map(([, , collection]) => collection)
    const missing = sharded.filter(
      ({ indexes }) =>
        !indexes.some(
          ({ key, partialFilterExpression }) => Object.keys(key)[0] === 'projectId' && !partialFilterExpression,
        ),
    )
    expect(made).to.deep.equal(missing.map(({ name }) => name).sort())
  })

  it('moves a project to another zone in every collection, and no other project', async () => {
    const cluster = new Cluster()
    cluster.run(await plan())
    const [first, second] = [newId(), newId()].sort()
    for (const id of [first, second]) cluster.run(await plan('--move', id!, '--to', 'large'))
    const expected = [
      [LEAST, 'main'],
      [first, 'large'],
      [`${first}!`, 'main'],
      [second, 'large'],
      [`${second}!`, 'main'],
    ]
    for (const name of names) expect(cluster.zonesOf(name), name).to.deep.equal(expected)
    cluster.run(await plan('--move', first!, '--to', 'main'))
    expect(cluster.zonesOf('emails')[1]).to.deep.equal([first, 'main'])
  })

  it('refines the key of a large collection, by an index that stands or a new one', async () => {
    const cluster = new Cluster()
    for (const name of ['contacts', 'emails']) cluster.run(await plan('--refine', name))
    const key = (named: string, refined: object) => ({ refineCollectionShardKey: `posthorn.${named}`, key: refined })
    expect(JSON.parse(JSON.stringify(cluster.calls))).to.deep.equal([
      ['adminCommand', key('contacts', { projectId: 1, email: 1 })],
      ['createIndex', 'posthorn', 'emails', { projectId: 1, _id: 1 }],
      ['adminCommand', key('emails', { projectId: 1, _id: 1 })],
    ])
  })

  it('refuses to refine what stays small, and what a unique index forbids to divide', async () => {
    expect(await refusalOf('fields')).to.be.instanceOf(CommandError)
    expect(String(await refusalOf('executions'))).to.match(/cannot be refined to projectId, contactId: .*activeKey/)
  })

  it('names the database that is given, in JSON too', async () => {
    const { answer, isJson } = await shardPlanCommand.run([
      '--move',
      'id',
      '--to',
      'large',
      '--database',
      'mails',
      '--json',
    ])
    expect(isJson).to.equal(true)
    expect(JSON.stringify(answer.json)).to.include('mails.contacts').and.not.include('posthorn.')
  })
})
