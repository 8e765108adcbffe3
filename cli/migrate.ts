import { MigrationError } from '../models/migrations/migration.js'
import { migrate } from '../models/migrations/migrate.js'
import { isUpToDate, planMigration, type MigrationPlan } from '../models/migrations/plan.js'
import { readConfig } from '../runtime/config.js'
import { createLogger } from '../runtime/logger.js'
import { CommandError, defineCommand } from './command.js'
import { inAnyDatabase } from './in-database.js'

const SOMETHING_TO_DO = 2

export const migrateCommand = defineCommand({
  usage: '[--plan] [--drop-indexes]',
  about: `Runs the migrations of this version and creates its collections and indexes. Run it before a new version starts, while the
previous one does. --plan lists the changes without applying them, and exits with status 2 if there are any.
--drop-indexes also drops indexes that are no longer needed: use it when every process runs this version.`,
  options: {
    plan: { type: 'boolean', default: false },
    'drop-indexes': { type: 'boolean', default: false },
  },
  async run({ values: { plan: isPlan, 'drop-indexes': dropsUndeclared } }) {
    const config = readConfig()
    const log = createLogger('migrate', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY, isOfCommand: true })
    const work = (): Promise<MigrationPlan> =>
      isPlan ? planMigration() : migrate({ dropsUndeclared, report: log.info.bind(log) })
    const plan = await inAnyDatabase(config, () => work().catch(explain))
    const done = plan.isNewer ? 'A newer version has migrated the database.' : 'Collections and indexes are in place.'
    return {
      lines: isPlan ? describe(plan) : [done],
      json: { upToDate: isUpToDate(plan), ...plan },
      status: isPlan && !isUpToDate(plan) ? SOMETHING_TO_DO : 0,
    }
  },
})

function describe(plan: MigrationPlan): string[] {
  if (plan.isNewer) return ['A newer version has migrated the database. This version has nothing to do.']
  const lines = [
    ...plan.migrations.map(({ number, name, interrupted }) => {
      return `migration ${number} ${name}${interrupted ? ': was interrupted, continues' : ''}`
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
