import { measureCampaign } from '../load/measure-campaign.js'
import { settingsFor, startSmtpSink } from '../load/smtp-sink.js'
import { definePart } from '../part.js'

/** A campaign over SMTP into a server that keeps nothing: measures Posthorn alone. */
export const campaignSmtp = definePart({
  name: 'campaign-smtp',
  title: "a campaign over SMTP into postfix's smtp-sink",
  runs: 'default',
  options: {
    'warm-up': { normal: 1_000, quick: 300, meaning: 'recipients of a campaign before the measured one' },
    recipients: { normal: 50_000, quick: 5_000, meaning: 'recipients' },
  },
  async run({ sizes, freshStack, say }) {
    const sink = await startSmtpSink()
    try {
      const stack = await freshStack(settingsFor(sink))
      const of = { name: 'Warm-up', size: sizes['warm-up'], label: '', isDelivered: false }
      await measureCampaign(stack, of)
      say(`a campaign to ${sizes.recipients}`)
      const label = 'a recipient, SMTP'
      const load = await measureCampaign(stack, { ...of, name: 'Campaign', size: sizes.recipients, label })
      return { rows: { load } }
    } finally {
      sink.end()
    }
  },
})
