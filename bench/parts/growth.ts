import { call, until } from '../calls.js'
import { GROWTH_CALLS, WHOLE_PROJECT_CALLS, type GrownProject, type GrowthCall } from '../load/growth-calls.js'
import { makeCrowd, timeCampaigns, type CampaignTimes } from '../load/growth-campaigns.js'
import { Requests } from '../load/requests.js'
import { quantile, round } from '../measuring/statistics.js'
import { GOALS } from '../goals.js'
import { definePart } from '../part.js'
import { formatNumber, renderTable } from '../report/table.js'
import { insertActivity, insertContacts, insertEmails, sampleOf } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'

const SAMPLES = 256
const WARM_UP_ROUNDS = 3
/** A call that counts a million documents takes a second, so that a few rounds show that it is slow. */
const LONGEST_MS = 8_000
const LEAST_ROUNDS = 3
const REPORT = /\/(activity|analytics)/

/** The same calls alternately on a small and on a large project. */
export const growth = definePart({
  name: 'growth',
  title: 'the same calls on a small and on a large project, as ratios of medians',
  runs: 'default',
  options: {
    small: { normal: 10_000, quick: 1_000, meaning: 'contacts of the small project' },
    large: { normal: 1_000_000, quick: 50_000, meaning: 'the same of the large project' },
    history: { normal: 1_000_000, quick: 50_000, meaning: 'contacts of each project that have an email and an event' },
    rounds: { normal: 60, quick: 15, meaning: 'times that each call is made on each project, for 8 s at most' },
    campaigns: { normal: 5, quick: 3, meaning: 'campaigns that each project begins to send, to as many contacts' },
  },
  async run({ sizes, freshStack, say }) {
    const stack = await freshStack()
    const small = await grow(stack, 'Small', sizes.small, sizes.history)
    say(`inserting ${sizes.large} contacts, with emails and events`)
    const from = performance.now()
    const large = await grow(stack, 'Large', sizes.large, sizes.history)
    const insertSeconds = round((performance.now() - from) / 1_000, 1)
    say(`inserted after ${insertSeconds} s`)
    try {
      const calls = []
      for (const [name, make] of Object.entries(GROWTH_CALLS)) {
        calls.push({ call: name, ...(await compare(make, small, large, sizes.rounds)) })
      }
      const ofWholeProject = []
      for (const [name, make] of Object.entries(WHOLE_PROJECT_CALLS)) {
        ofWholeProject.push({ call: name, ...(await compare(make, small, large, sizes.rounds)) })
      }
      say('sending campaigns')
      const campaigns = await compareCampaigns(stack, [small, large], sizes.campaigns)
      const limit = GOALS['growth.worstRatio']?.value ?? Number.NaN
      const lines = calls.map(({ call, smallP50Ms, largeP50Ms, ratio }) => [
        call,
        ...[smallP50Ms, largeP50Ms, ratio].map(formatNumber),
        ratio <= limit ? '✓' : '✗',
      ])
      const linesOfWhole = ofWholeProject.map(({ call, smallP50Ms, largeP50Ms }) => [
        call,
        ...[smallP50Ms, largeP50Ms].map(formatNumber),
        '',
        '',
      ])
      const head = ['call', `${sizes.small}: p50 ms`, `${sizes.large}: p50 ms`, 'ratio', '']
      say(`\n${renderTable(head, [...lines, ...linesOfWhole])}`)
      say(`\n${renderTable(CAMPAIGN_HEAD, campaigns.map(campaignLine))}`)
      return {
        figures: {
          insertSeconds,
          worstRatio: worstOf(calls),
          worstReportRatio: worstOf(calls.filter(({ call: name }) => REPORT.test(name))),
          calls: calls.length,
          callsAboveGoal: calls.filter(({ ratio }) => ratio > limit).length,
          slowestOfWholeProjectMs: Math.max(...ofWholeProject.map(({ largeP50Ms }) => largeP50Ms)),
          ...figuresOf(campaigns),
        },
        details: { calls, ofWholeProject, campaigns },
      }
    } finally {
      small.requests.close()
      large.requests.close()
    }
  },
})

const CAMPAIGN_HEAD = ['campaign', 'recipients', 'answer ms', 'first mail ms', 'frozen ms']
const CROWD = 'to a segment'
const EVERYONE = 'to everyone'

/** The campaigns of one project to one audience. */
interface MeasuredCampaigns extends CampaignTimes {
  size: number
  audience: string
}

/** Sends campaigns of both projects to segments of the same size, and of the large project to everyone. */
async function compareCampaigns(
  stack: MeasuredStack,
  [small, large]: [GrownProject, GrownProject],
  rounds: number,
): Promise<MeasuredCampaigns[]> {
  const measured: MeasuredCampaigns[] = []
  for (const grown of [small, large]) {
    const audience = await makeCrowd(stack, grown, small.size)
    const times = await timeCampaigns(stack, grown, { audience, rounds })
    measured.push({ ...times, size: grown.size, audience: CROWD })
  }
  const times = await timeCampaigns(stack, large, { audience: { audienceType: 'ALL' }, rounds: 1 })
  return [...measured, { ...times, size: large.size, audience: EVERYONE }]
}

function campaignLine({ size, audience, recipients, answerMs, firstMailMs, frozenMs }: MeasuredCampaigns): string[] {
  return [`${size} contacts, ${audience}`, ...[recipients, answerMs, firstMailMs, frozenMs].map(formatNumber)]
}

function figuresOf(campaigns: readonly MeasuredCampaigns[]) {
  const [small, large, everyone] = campaigns
  if (!small || !large || !everyone) throw new Error('A campaign was not measured')
  return {
    campaignAnswerRatio: round(large.answerMs / small.answerMs, 2),
    campaignFirstMailMs: large.firstMailMs,
    frozenPerSecond: round((everyone.recipients * 1_000) / everyone.frozenMs, 0),
  }
}

function worstOf(calls: readonly { ratio: number }[]): number {
  return Math.max(...calls.map(({ ratio }) => ratio))
}

async function grow(stack: MeasuredStack, name: string, size: number, history: number): Promise<GrownProject> {
  const project = await stack.makeProject(name)
  const { gateway } = stack.stack.info
  // The segment is computed while the project is empty, so that it follows changes alone.
  await call('POST', `${gateway}/segments`, project.secretKey, {
    name: 'Gold',
    type: 'DYNAMIC',
    trackMembership: true,
    condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'gold' }] }] },
  })
  const draft = { name: 'News', subject: 'News', body: '<p>News</p>', from: 'news@example.com', audienceType: 'ALL' }
  const { data } = await call<{ data: { id: string } }>('POST', `${gateway}/campaigns`, project.secretKey, draft)
  await insertContacts(project.id, size)
  const known = Math.min(size, history)
  await insertEmails(project.id, data.id, known)
  await insertActivity(project.id, known)
  const samples = await sampleOf(project.id, known, SAMPLES)
  const { segmentId, segmentCampaignId } = await makeSegment(gateway, project.secretKey)
  const requests = new Requests(gateway, 1)
  return { project, size, campaignId: data.id, segmentId, segmentCampaignId, samples, requests, inbox: stack.inbox }
}

/** Makes a segment of a third of the contacts, waits until its members are counted, and drafts a campaign to it. */
async function makeSegment(gateway: string, key: string) {
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] }
  const segment = { name: 'Pro', type: 'DYNAMIC', condition }
  const { id: segmentId } = await call<{ id: string }>('POST', `${gateway}/segments`, key, segment)
  await until(async () => (await call<{ exact: boolean }>('GET', `${gateway}/segments/${segmentId}`, key)).exact, {
    intervalMs: 500,
  })
  const draft = { name: 'To the segment', subject: 'News', body: '<p>News</p>', from: 'news@example.com' }
  const audience = { audienceType: 'SEGMENT', segmentId }
  const { data } = await call<{ data: { id: string } }>('POST', `${gateway}/campaigns`, key, { ...draft, ...audience })
  return { segmentId, segmentCampaignId: data.id }
}

async function compare(make: GrowthCall, small: GrownProject, large: GrownProject, rounds: number) {
  const [ofSmall, ofLarge] = [[] as number[], [] as number[]]
  const from = performance.now()
  const isOver = (): boolean => ofSmall.length >= LEAST_ROUNDS && performance.now() - from > LONGEST_MS
  for (let round = -WARM_UP_ROUNDS; round < rounds && !isOver(); round += 1) {
    const n = round + WARM_UP_ROUNDS
    const times = [await make(small, n), await make(large, n)] as const
    // The first rounds plan the queries and load what the later ones find in memory.
    if (round < 0) continue
    ofSmall.push(times[0])
    ofLarge.push(times[1])
  }
  const [smallP50Ms, largeP50Ms] = [quantile(ofSmall, 0.5), quantile(ofLarge, 0.5)]
  return {
    rounds: ofSmall.length,
    smallP50Ms: round(smallP50Ms, 2),
    largeP50Ms: round(largeP50Ms, 2),
    ratio: round(largeP50Ms / smallP50Ms, 2),
  }
}
