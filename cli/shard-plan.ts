import { declaredCollections } from '../models/indexes.js'
import { CommandError, defineCommand, UsageError, type Answer } from './command.js'
import {
  moveProject,
  refine,
  refinedKeyOf,
  shardAll,
  shardedAmong,
  unkeptBy,
  type Place,
} from './shard-plan/statements.js'

export const shardPlanCommand = defineCommand({
  usage: [
    '[--database <name>] [--shard <name>] [--zone <name>]',
    '[--database <name>] --move <id of a project> --to <zone>',
    '[--database <name>] --refine <collection>',
  ],
  about: `Prints the statements for mongosh that shard the collections of Posthorn by project, that move a project to another zone,
or that let a project use several shards in one collection. It connects to nothing and changes nothing.`,
  options: {
    database: { type: 'string', default: 'posthorn' },
    shard: { type: 'string', default: 'shard0' },
    zone: { type: 'string', default: 'main' },
    move: { type: 'string' },
    to: { type: 'string' },
    refine: { type: 'string' },
  },
  async run({ values: { database, shard, zone, move, to, refine: refined } }) {
    const place = { database, collections: declaredCollections() }
    if ((move === undefined) !== (to === undefined)) throw new UsageError('--move and --to belong together.')
    if (move !== undefined && refined !== undefined) throw new UsageError('Use either --move or --refine.')
    if (move !== undefined && to !== undefined) return answerOf(moveProject(place, move, to))
    return answerOf(refined === undefined ? shardAll(place, { shard, zone }) : refineNamed(place, refined))
  },
})

function refineNamed(place: Place, name: string): string[] {
  const collection = shardedAmong(place.collections).find((each) => each.name === name)
  if (!collection?.refinedBy) throw new CommandError(`The shard key of ${name} cannot be refined.`)
  const unkept = unkeptBy(collection)
  if (unkept.length > 0) {
    const fields = Object.keys(refinedKeyOf(collection)).join(', ')
    const names = unkept.map((index) => index.name).join(', ')
    throw new CommandError(`${name} cannot be refined to ${fields}: its unique indexes do not begin so: ${names}.`)
  }
  return refine(place, collection)
}

function answerOf(statements: string[]): Answer {
  const head = '// For mongosh, connected to mongos as a user with the role clusterManager.'
  return { lines: [head, ...statements], json: { statements: statements.filter((line) => !line.startsWith('//')) } }
}
