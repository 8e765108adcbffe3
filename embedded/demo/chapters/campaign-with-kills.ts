import { z } from 'zod'
import { isAlive } from '../../../runtime/process-identity.js'
import { mapConcurrent } from '../../../runtime/concurrency/map-concurrent.js'
import type { Api } from '../api.js'
import { SENDER, STEP_MS, type Chapter, type Scene } from '../scene.js'
import type { Claim } from '../story.js'

const RECIPIENTS = 500
const FIRST_KILL_AT = 50
const SECOND_KILL_AT = 200
// After so many more, the next worker has taken over.
const LEAST_BETWEEN_KILLS = 100
// A fast machine sends some hundred a second: a slower poll would find the campaign sent.
const POLL_TO_KILL_MS = 75
const POLL_TO_END_MS = 500
const CONCURRENCY = 8
const CAMPAIGN_MS = 300_000
const WATCH_MS = 3_000

const Campaign = z.object({
  data: z.object({
    id: z.string(),
    status: z.string(),
    totalRecipients: z.number(),
    sentCount: z.number(),
    failedCount: z.number(),
    skippedCount: z.number(),
  }),
})
const Sending = z.object({ data: z.object({ status: z.string() }) })

type CampaignState = z.output<typeof Campaign>['data']

export const campaignWithKills: Chapter = {
  title: `A campaign to ${RECIPIENTS} contacts, during which the worker is killed twice`,
  async tell(scene) {
    const { story } = scene
    story.say('It plays in a project of its own, so that the audience ALL is these contacts and no others.')
    const { api } = await scene.newProject(`Demo campaign ${scene.run}`)
    const subject = `News of run ${scene.run}`
    await story.check({
      that: 'The contacts are created by POST /contacts',
      expected: `${RECIPIENTS} contacts`,
      look: () => createContacts(api, scene.run),
      holds: (count) => count === RECIPIENTS,
      tell: (count) => `${count} contacts`,
    })
    const { id } = await story.check({
      that: 'The campaign is created and sent',
      expected: 'SENDING',
      look: () => startCampaign(api, subject),
      holds: ({ status }) => status === 'SENDING',
      tell: ({ status }) => status,
    })
    const look = async (): Promise<CampaignState> => (await api.get(`/campaigns/${id}`, Campaign)).data
    const { sentCount } = await story.eventually(isUnderWay(look, FIRST_KILL_AT))
    await killWorker(scene)
    const next = Math.max(SECOND_KILL_AT, sentCount + LEAST_BETWEEN_KILLS)
    await story.eventually(isUnderWay(look, next))
    await killWorker(scene)
    story.say(
      'Temporal misses a dead worker after 10 s without its heartbeat. The outcome of the mails that the worker was',
    )
    story.say("handing over is unknown: the next worker waits for the provider's own event before it sends such a mail")
    story.say('again, so the end takes some 10 to 30 s.')
    await story.eventually({
      that: 'The campaign ends SENT, no recipient left out',
      expected: `SENT, ${RECIPIENTS} of ${RECIPIENTS}, none failed, none skipped`,
      withinMs: CAMPAIGN_MS,
      pollMs: POLL_TO_END_MS,
      goesOn: true,
      look,
      holds: (seen) =>
        seen.status === 'SENT' &&
        seen.totalRecipients === RECIPIENTS &&
        seen.sentCount === RECIPIENTS &&
        seen.failedCount + seen.skippedCount === 0,
      tell: tellCampaign,
    })
    await checkInbox(scene, subject)
  },
}

function isUnderWay(look: () => Promise<CampaignState>, least: number): Claim<CampaignState> & { withinMs: number } {
  return {
    that: `${least} mails or more have left, and not yet all`,
    expected: `sentCount from ${least} to ${RECIPIENTS - 1}`,
    withinMs: STEP_MS,
    pollMs: POLL_TO_KILL_MS,
    look,
    holds: ({ sentCount }) => sentCount >= least && sentCount < RECIPIENTS,
    tell: tellCampaign,
  }
}

/** Kills the worker without warning and waits until the supervisor has started another in its place. */
async function killWorker({ story, stack }: Scene): Promise<void> {
  const { worker } = stack().processes
  if (worker === null) throw new Error('No worker of this stack runs on this machine')
  process.kill(worker, 'SIGKILL')
  await story.eventually({
    that: `Worker ${worker} is killed with SIGKILL, and another is started`,
    expected: 'a new process',
    withinMs: STEP_MS,
    look: () => Promise.resolve(stack().processes.worker),
    holds: (pid) => pid !== null && pid !== worker && isAlive(pid),
    tell: (pid) => (pid === null ? 'none yet' : `worker ${pid}`),
  })
}

async function checkInbox({ story, inbox }: Scene, subject: string): Promise<void> {
  await story.stays({
    that: `The inbox holds ${RECIPIENTS} mails, none twice, and it stays so`,
    expected: `${RECIPIENTS} mails to ${RECIPIENTS} recipients`,
    forMs: WATCH_MS,
    look: async () => (await inbox.find({ subject })).map(({ to }) => to.join()),
    holds: (to) => to.length === RECIPIENTS && new Set(to).size === RECIPIENTS,
    tell: (to) => `${to.length} mails to ${new Set(to).size} recipients`,
  })
}

async function createContacts(api: Api, run: string): Promise<number> {
  const Created = z.object({ id: z.string() })
  const numbers = Array.from({ length: RECIPIENTS }, (_, index) => index + 1)
  const ids = new Set<string>()
  await mapConcurrent(numbers, CONCURRENCY, async (number) => {
    const contact = { email: `reader-${number}-${run}@example.com`, data: { firstName: `Reader ${number}` } }
    ids.add((await api.post('/contacts', contact, Created)).id)
  })
  return ids.size
}

async function startCampaign(api: Api, subject: string): Promise<{ id: string; status: string }> {
  const draft = {
    name: subject,
    subject,
    body: '<p>Dear {{ firstName }}, this is news.</p>',
    from: SENDER,
    audienceType: 'ALL',
  }
  const { id } = (await api.post('/campaigns', draft, Campaign)).data
  const { status } = (await api.post(`/campaigns/${id}/send`, {}, Sending)).data
  return { id, status }
}

function tellCampaign({ status, sentCount, totalRecipients, failedCount, skippedCount }: CampaignState): string {
  const lost = failedCount + skippedCount > 0 ? `, ${failedCount} failed, ${skippedCount} skipped` : ''
  return `${status}, ${sentCount} of ${totalRecipients} sent${lost}`
}
