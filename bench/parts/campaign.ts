import { measureCampaign } from '../load/measure-campaign.js'
import { definePart } from '../part.js'

/** A campaign through the local SES with its notifications. */
export const campaign = definePart({
  name: 'campaign',
  title: 'a campaign through the local SES, with its notifications',
  runs: 'default',
  options: {
    'warm-up': { normal: 1_000, quick: 300, meaning: 'recipients of a campaign before the measured one' },
    recipients: { normal: 10_000, quick: 2_000, meaning: 'recipients' },
  },
  async run({ sizes, sharedStack, say }) {
    const stack = await sharedStack()
    await stack.inbox.clear()
    const of = { name: 'Warm-up', size: sizes['warm-up'], label: '', isDelivered: true }
    await measureCampaign(stack, of)
    say(`a campaign to ${sizes.recipients}`)
    const label = 'a recipient, SES'
    const load = await measureCampaign(stack, { ...of, name: 'Campaign', size: sizes.recipients, label })
    return { rows: { load } }
  },
})
