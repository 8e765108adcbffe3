import { recountDays } from '../commands/reading/analytics/recount-days.js'
import { recountCampaigns, type CampaignDrift } from '../commands/sending/campaigns/recount-campaigns.js'
import { recountContacts, type Recount } from '../commands/audience/contacts/recount-contacts.js'
import { recountSegments, type SegmentDrift } from '../commands/audience/segments/recount-segments.js'
import { readMongodbConfig } from '../runtime/config.js'
import { defineCommand, required } from './command.js'
import { inDatabase } from './in-database.js'

interface Counted extends Recount {
  segments: SegmentDrift[]
  campaigns: CampaignDrift[]
  /** The dates whose counters differed. */
  days: string[]
  wasRight: boolean
  isRight: boolean
}

const WRONG = 1

export const recountCommand = defineCommand({
  usage: '--project <id> [--repair]',
  about: `Compares the counters of a project with its contacts, those of its segments with their members, those of its campaigns
with their emails, and those of its days with their events. --repair corrects them, also while the project is in use. The exit status is 1 when counters are wrong and were
not corrected.`,
  options: { project: { type: 'string' }, repair: { type: 'boolean', default: false } },
  async run({ values }) {
    const project = required(values, 'project')
    const counted = await inDatabase(readMongodbConfig(), () => recountAll(project, values.repair))
    return { lines: describe(counted), json: counted, status: counted.isRight ? 0 : WRONG }
  },
})

async function recountAll(projectId: string, repair: boolean): Promise<Counted> {
  const contacts = await recountContacts(projectId, { repair })
  const segments: SegmentDrift[] = []
  for await (const drift of recountSegments(projectId, { repair })) segments.push(drift)
  const campaigns: CampaignDrift[] = []
  for await (const drift of recountCampaigns(projectId, { repair })) campaigns.push(drift)
  const days: string[] = []
  for await (const { date } of recountDays(projectId, { repair })) days.push(date)
  const wasRight = contacts.differences.length + segments.length + campaigns.length + days.length === 0
  const isRight = wasRight || (repair && [...segments, ...campaigns].every(({ isRepaired }) => isRepaired))
  return { ...contacts, segments, campaigns, days, wasRight, isRight }
}

function describe({ contacts, differences, segments, campaigns, days, wasRight, isRight }: Counted): string[] {
  const total = `${contacts} contacts counted.`
  const lines = [
    ...differences.map(({ counter, is, shouldBe }) => `The counter of ${counter} is ${is} and should be ${shouldBe}.`),
    ...segments.map(
      ({ segmentId, is, shouldBe }) => `Segment ${segmentId} has ${is} members and should have ${shouldBe}.`,
    ),
    ...campaigns.flatMap(({ campaignId, differences }) =>
      differences.map(({ counter, is, shouldBe }) => {
        return `Campaign ${campaignId}: ${counter} is ${is} and should be ${shouldBe}.`
      }),
    ),
    ...days.map((date) => `The counters of ${date} are wrong.`),
  ]
  if (wasRight) return [`${total} All counters are correct.`]
  return [
    ...lines,
    isRight ? `${total} Counters repaired.` : `${total} Some counters are wrong. Run again with --repair to fix them.`,
  ]
}
