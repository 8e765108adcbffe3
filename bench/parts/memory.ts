import { setTimeout as delay } from 'node:timers/promises'
import { measureCampaign } from '../load/measure-campaign.js'
import { totalOf } from '../measuring/command-counts.js'
import { mapValues } from '../measuring/processes.js'
import { round } from '../measuring/statistics.js'
import { definePart } from '../part.js'

/** The memory of each process of a new stack at rest, and the highest through a campaign. */
export const memory = definePart({
  name: 'memory',
  title: 'memory at rest, and through a campaign',
  runs: 'default',
  options: {
    'rest-seconds': { normal: 30, quick: 5, meaning: 'seconds of rest after the start' },
    recipients: { normal: 10_000, quick: 2_000, meaning: 'recipients of the campaign' },
  },
  async run({ sizes, freshStack, say }) {
    const stack = await freshStack()
    await delay(sizes['rest-seconds'] * 1_000)
    const rest = mapValues(stack.meter.use(), ({ memoryMb }) => Math.round(memoryMb))
    const commandsPerSecond = await stack.meter.quietCommandsPerSecond(sizes['rest-seconds'])
    say(`a campaign to ${sizes.recipients}`)
    const of = { name: 'Memory', size: sizes.recipients, label: 'a recipient, SES', isDelivered: true }
    const campaign = await measureCampaign(stack, of)
    const restOf = Object.fromEntries(
      Object.entries(rest).map(([name, mb]) => [`rest${name[0]?.toUpperCase()}${name.slice(1)}Mb`, mb]),
    )
    return {
      rows: { campaign },
      figures: {
        restMb: (rest['gateway'] ?? 0) + (rest['worker'] ?? 0),
        ...restOf,
        restCommandsPerSecond: round(totalOf(commandsPerSecond), 1),
      },
    }
  },
})
