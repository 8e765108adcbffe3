/**
 * The provider's notifications by themselves: a campaign is sent while the gateway is stopped, and then everything that
 * the provider has to tell arrives at once. Prints notifications a second, and for each one the database commands and the
 * processor time of each process.
 *
 *   npm run bench:notifications -- --recipients 10000
 */
import { parseArgs } from 'node:util'
import { recountCampaigns } from '../commands/campaigns/recount-campaigns.js'
import { Campaign } from '../models/campaign.js'
import { bringUpForBench, commandCount, cpuMs } from './bench-stack.js'
import { call, until, untilImported, uploadCsv } from './calls.js'

const { values } = parseArgs({ options: { recipients: { type: 'string', default: '10000' } } })
const recipients = Number(values.recipients)
// `Send` and `Delivery`.
const NOTIFICATIONS_A_MAIL = 2

const bench = await bringUpForBench()
const { stack } = bench
try {
  await run()
} finally {
  await bench.end()
}

async function run(): Promise<void> {
  const { id: projectId, secretKey } = await bench.makeProject('Notifications')
  const { gateway, processes } = stack.info
  const rows = Array.from({ length: recipients }, (_, n) => `reader${n}@example.com`)
  await untilImported(gateway, secretKey, await uploadCsv(gateway, secretKey, ['email', ...rows].join('\n')))
  const campaign = {
    name: 'News',
    subject: 'News',
    body: '<p>News</p>',
    from: 'hello@example.com',
    audienceType: 'ALL',
  }
  const { data } = await call<{ data: { id: string } }>('POST', `${gateway}/campaigns`, secretKey, campaign)
  await call('POST', `${gateway}/campaigns/${data.id}/send`, secretKey, {})
  const count = async (field: 'sentCount' | 'deliveredCount'): Promise<number> =>
    (await Campaign.findById(data.id).orFail().lean())[field]
  await until(async () => (await count('sentCount')) > 0)
  freeze('SIGSTOP')
  await until(async () => (await count('sentCount')) === recipients)

  const already = await count('deliveredCount')
  const notifications = (recipients - already) * NOTIFICATIONS_A_MAIL
  const [commands, cpu, from] = [await commandCount(), cpuMs(processes), performance.now()]
  freeze('SIGCONT')
  await until(async () => (await count('deliveredCount')) === recipients, { intervalMs: 250 })
  const seconds = (performance.now() - from) / 1_000
  const each = (total: number): string => (total / notifications).toFixed(2)
  console.log(`${notifications} notifications in ${seconds.toFixed(1)} s: ${Math.round(notifications / seconds)}/s`)
  console.log(`database commands a notification: ${each((await commandCount()) - commands)}`)
  const spent = Object.entries(cpuMs(processes)).map(([part, ms]) => `${part} ${each(ms - (cpu[part] ?? 0))}`)
  console.log(`processor time in ms a notification: ${spent.join(', ')}`)
  for await (const { differences } of recountCampaigns(projectId)) {
    console.log(`counters of the campaign that differ: ${differences.length}`)
  }
}

function freeze(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const { gateway } = stack.info.processes
  if (gateway !== null) process.kill(gateway, signal)
}
