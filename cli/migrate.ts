import { MigrationError } from '../models/migrations/migration.js'
import { migrate } from '../models/migrations/migrate.js'
import { isUpToDate, planMigration, type MigrationPlan } from '../models/migrations/plan.js'
import { readConfig } from '../runtime/config.js'
import { createLogger } from '../runtime/logger.js'
import { argumentsOf, carryOut, CommandError, inAnyDatabase, say } from './command.js'

// Run before a new version serves, while the previous one does: runs the migrations of this version, and makes its
// collections and indexes. --plan says what would be done, changes nothing, and exits with 2 when there is something to
// do. --drop-indexes also drops what no version needs any more: when every process is of this version.
const USAGE = 'Usage: posthorn migrate [--plan] [--drop-indexes] [--json]'
const OPTIONS = {
  plan: { type: 'boolean', default: false },
  'drop-indexes': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const
const SOMETHING_TO_DO = 2

await carryOut(async () => {
  const { plan: isPlan, 'drop-indexes': dropsUndeclared, json: isJson } = argumentsOf(USAGE, OPTIONS).values
  const config = readConfig()
  const log = createLogger('migrate', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  const work = (): Promise<MigrationPlan> =>
    isPlan ? planMigration() : migrate({ dropsUndeclared, ...(isJson ? {} : { report: log.info.bind(log) }) })
  const plan = await inAnyDatabase(config, () => work().catch(explain))
  if (isJson) say(JSON.stringify({ upToDate: isUpToDate(plan), ...plan }))
  else if (isPlan) for (const line of describe(plan)) say(line)
  else log.info(plan.isNewer ? 'a newer version has migrated the database' : 'collections and indexes are in place')
  if (isPlan && !isUpToDate(plan)) process.exitCode = SOMETHING_TO_DO
})

function describe(plan: MigrationPlan): string[] {
  if (plan.isNewer) return ['A newer version has migrated the database. There is nothing to do for this one.']
  const lines = [
    ...plan.migrations.map(({ number, name, interrupted }) => {
      return `migration ${number} ${name}${interrupted ? ': was interrupted, goes on' : ''}`
    }),
    ...plan.collections.map((name) => `collection ${name}: create`),
    ...plan.indexes.map(({ collection, index, how, replaces }) => {
      const instead = replaces.length > 0 ? `, then drop ${replaces.join(', ')}` : ''
      return `index ${collection}.${index.name}: ${how}${instead}`
    }),
  ]
  if (lines.length === 0) lines.push('There is nothing to do.')
  const kept = plan.undeclared.map(({ collection, name }) => {
    return `index ${collection}.${name}: kept for older versions, until --drop-indexes`
  })
  return [...lines, ...kept]
}

function explain(error: unknown): never {
  throw error instanceof MigrationError ? new CommandError(error.message) : error
}
