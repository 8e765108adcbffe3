import { setTimeout as delay } from 'node:timers/promises'
import { recountCampaigns } from '../../commands/sending/campaigns/recount-campaigns.js'
import { Email } from '../../models/email.js'
import { call, timed, until } from '../calls.js'
import { draftCampaign, sendCampaign, untilSentTo, type DraftedCampaign } from '../load/campaigns.js'
import { killRunning } from '../load/kill.js'
import { round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { campaignProgress } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'

const KILLS = 3
const VICTIMS = ['worker', 'gateway', 'temporal', 'mongodb', 'provider'] as const
const NOTIFICATIONS_MS = 120_000
const AFTERMATH_MS = 15_000
/** The inbox lists 10,000 messages at a time: by the last digit of the addresses there are ten lists. */
const DIGITS = 10

/** Campaigns with failures, each on a stack of its own. */
export const campaignFaults = definePart({
  name: 'campaign-faults',
  title: 'campaigns while every process is killed three times, and cancelled in the middle: mails lost, twice and late',
  runs: 'all',
  options: {
    killed: { normal: 20_000, quick: 2_000, meaning: 'recipients while processes are killed' },
    cancelled: { normal: 20_000, quick: 2_000, meaning: 'recipients of a campaign that is cancelled' },
  },
  async run({ sizes, freshStack, say }) {
    return {
      figures: {
        ...(sizes.killed > 0 ? await killed(await freshStack(), sizes.killed, say) : {}),
        ...(sizes.cancelled > 0 ? await cancelled(await freshStack(), sizes.cancelled) : {}),
      },
    }
  },
})

async function killed(
  stack: MeasuredStack,
  size: number,
  say: (line: string) => void,
): Promise<Record<string, number>> {
  const draft = await draftCampaign(stack, 'Killed', size)
  const kills = Array.from({ length: KILLS * VICTIMS.length }, (_, n) => ({
    victim: VICTIMS[n % VICTIMS.length] ?? 'worker',
    at: Math.random() * size * 0.9,
  })).toSorted((a, b) => a.at - b.at)
  const from = performance.now()
  await sendCampaign(stack, draft)
  // MongoDB may be away during a read; a read that throws is repeated.
  const progress = () => campaignProgress(stack.database, draft.id)
  for (const { victim, at } of kills) {
    await until(async () => (await progress()).sentCount >= at)
    say(`kills ${victim}`)
    await killRunning(stack, victim)
  }
  await until(async () => (await progress()).status === 'SENT')
  const seconds = (performance.now() - from) / 1_000
  // The provider that was killed repeats its notifications with pauses.
  const isDelivered = async (): Promise<boolean> => (await progress()).deliveredCount === size
  await until(isDelivered, { timeoutMs: NOTIFICATIONS_MS }).catch(() => undefined)
  const recipients: string[] = []
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const arrivals = await stack.inbox.list({ to: `${digit}@example.com` })
    recipients.push(...arrivals.flatMap(({ to }) => to))
  }
  const different = new Set(recipients).size
  return {
    killedPerSecond: round(size / seconds, 1),
    killedLost: size - different,
    killedTwice: recipients.length - different,
    killedDrift: await driftOf(draft),
  }
}

async function cancelled(stack: MeasuredStack, size: number): Promise<Record<string, number>> {
  const draft = await draftCampaign(stack, 'Cancelled', size)
  const { id, project } = draft
  await sendCampaign(stack, draft)
  await untilSentTo(stack, draft, size / 2)
  const url = `${stack.stack.info.gateway}/campaigns/${id}/cancel`
  const tookMs = await timed(() => call('POST', url, project.secretKey, {}))
  const answered = new Date()
  const atAnswer = await stack.inbox.count()
  await delay(AFTERMATH_MS)
  const afterwards = await stack.inbox.count()
  const claimedAt = { $gt: answered }
  return {
    cancelAnswerMs: round(tookMs, 1),
    mailsBeforeAnswer: atAnswer,
    mailsAfterAnswer: afterwards - atAnswer,
    claimedAfterAnswer: await Email.countDocuments({ projectId: project.id, campaignId: id, claimedAt }),
    cancelledDrift: await driftOf(draft),
  }
}

/** The number of counters that a recount finds otherwise. */
async function driftOf({ project }: DraftedCampaign): Promise<number> {
  let drifted = 0
  for await (const { differences } of recountCampaigns(project.id)) drifted += differences.length
  return drifted
}
