import { parseArgs } from 'node:util'
import { recountCampaigns } from '../commands/campaigns/recount-campaigns.js'
import { recountContacts } from '../commands/contacts/recount-contacts.js'
import { readConfig } from '../runtime/config.js'
import { createLogger } from '../runtime/logger.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'

// Checks the counters of a project against its contacts, and the counters of its campaigns against their emails. Exits
// with status 1 when counters differ and are not repaired.
const { values } = parseArgs({ options: { project: { type: 'string' }, repair: { type: 'boolean', default: false } } })
const { project, repair } = values
if (!project) throw new Error('Which project: npm run recount -- --project <id> [--repair]')
const config = readConfig()
const log = createLogger('recount', { level: config.LOG_LEVEL, pretty: config.LOG_PRETTY })
connectMongodb(config.MONGODB_URI)
await mongodbConnected()
const { contacts, differences, forgotten } = await recountContacts(project, { repair })
for (const difference of differences) log.warn({ ...difference, repaired: repair }, 'a counter is off')
if (forgotten > 0) log.warn({ forgotten, repaired: repair }, 'contacts changed and were not counted')
let wasRight = differences.length === 0 && forgotten === 0
let isRight = wasRight || repair
for await (const { campaignId, differences: ofCampaign, isRepaired } of recountCampaigns(project, { repair })) {
  for (const difference of ofCampaign) log.warn({ campaignId, ...difference, repaired: isRepaired }, 'a counter is off')
  wasRight = false
  isRight &&= isRepaired
}
log.info({ contacts }, wasRight ? 'the counters are right' : 'the counters were off')
await disconnectMongodb()
process.exitCode = isRight ? 0 : 1
