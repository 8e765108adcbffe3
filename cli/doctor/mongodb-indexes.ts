import { planMigration, presentSchema } from '../../models/migrations/plan.js'
import { findSchemaFault } from '../../models/migrations/require-schema.js'
import { fault, ok, warning, type Examine, type Finding } from './examination.js'
import { database, ifAllowed } from './mongodb-commands.js'

const MIGRATE = 'posthorn migrate'

/** The collections and indexes that the code declares: the state that a migration leaves behind. */
export function indexesChecks(examine: Examine): Promise<Finding>[] {
  return [
    examine('MongoDB indexes', indexes),
    examine('MongoDB index builds', () => ifAllowed('the operations that run', indexBuilds)),
  ]
}

async function indexes(): Promise<Finding> {
  const unfit = await findSchemaFault()
  if (unfit !== null) return fault(unfit, /newer/.test(unfit) ? 'Start that version, or restore a backup.' : MIGRATE)
  const plan = await planMigration()
  if (plan.isNewer) return ok('a newer version has migrated the database, and this one may still serve')
  const missing = [...plan.collections, ...plan.indexes.map(({ collection, index }) => `${collection}.${index.name}`)]
  if (missing.length > 0) {
    const found = `missing or with different options: ${missing.join(', ')}`
    return fault(`${found}: queries are slow, and unique values are not enforced`, MIGRATE)
  }
  if (plan.migrations.length > 0) {
    const names = plan.migrations.map(({ number, name }) => `${number} ${name}`).join(', ')
    return warning(`unfinished migrations: ${names}`, MIGRATE)
  }
  if (plan.undeclared.length > 0) {
    const names = plan.undeclared.map(({ collection, name }) => `${collection}.${name}`).join(', ')
    return warning(
      `indexes of older versions: ${names}: each costs every write`,
      'When every process runs this version: posthorn migrate --drop-indexes',
    )
  }
  return ok(`the ${presentSchema().collections.length} collections have all declared indexes`)
}

async function indexBuilds(): Promise<Finding> {
  const building = await database()
    .client.db('admin')
    .aggregate<{ ns: string }>([
      { $currentOp: { allUsers: true } },
      { $match: { $or: [{ 'command.createIndexes': { $exists: true } }, { msg: /^Index Build/ }] } },
    ])
    .toArray()
  if (building.length === 0) return ok('no index is being built')
  const names = [...new Set(building.map(({ ns }) => ns))].join(', ')
  return warning(
    `indexes are being built on ${names}`,
    'Wait until they are ready: db.currentOp() in mongosh shows the progress.',
  )
}
