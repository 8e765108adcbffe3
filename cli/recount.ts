import { recountDays } from '../commands/analytics/recount-days.js'
import { recountCampaigns } from '../commands/campaigns/recount-campaigns.js'
import { recountContacts } from '../commands/contacts/recount-contacts.js'
import { readConfig } from '../runtime/config.js'
import { createLogger, type Logger } from '../runtime/logger.js'
import { argumentsOf, carryOut, CommandError, inDatabase } from './command.js'

// Checks the counters of a project against its contacts, those of its campaigns against their emails, and those of its days
// against their events. Exits
// with status 1 when counters differ and are not repaired.
const USAGE = 'Usage: posthorn recount --project <id> [--repair]'
const OPTIONS = { project: { type: 'string' }, repair: { type: 'boolean', default: false } } as const

await carryOut(async () => {
  const { project, repair } = argumentsOf(USAGE, OPTIONS).values
  if (!project) throw new CommandError(USAGE)
  const config = readConfig()
  const log = createLogger('recount', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
  const isRight = await inDatabase(config, () => recount(project, repair, log))
  if (!isRight) process.exitCode = 1
})

async function recount(project: string, repair: boolean, log: Logger): Promise<boolean> {
  const { contacts, differences, forgotten } = await recountContacts(project, { repair })
  for (const difference of differences) log.warn({ ...difference, repaired: repair }, 'a counter is off')
  if (forgotten > 0) log.warn({ forgotten, repaired: repair }, 'contacts changed and were not counted')
  let wasRight = differences.length === 0 && forgotten === 0
  let isRight = wasRight || repair
  for await (const { campaignId, differences: ofCampaign, isRepaired } of recountCampaigns(project, { repair })) {
    for (const difference of ofCampaign) {
      log.warn({ campaignId, ...difference, repaired: isRepaired }, 'a counter is off')
    }
    wasRight = false
    isRight &&= isRepaired
  }
  for await (const { date } of recountDays(project, { repair })) {
    log.warn({ date, repaired: repair }, 'the counters of a day are off')
    wasRight = false
    isRight &&= repair
  }
  log.info({ contacts }, wasRight ? 'the counters are right' : 'the counters were off')
  return isRight
}
