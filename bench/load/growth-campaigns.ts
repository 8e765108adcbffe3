import { setTimeout as delay } from 'node:timers/promises'
import { call, until } from '../calls.js'
import { quantile, round } from '../measuring/statistics.js'
import { campaignProgress, isAudienceGone, joinSegment } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'
import type { GrownProject } from './growth-calls.js'

const POLL_MS = 5

/** The times of a campaign from the request to send it, in ms, and how many recipients its audience has. */
export interface CampaignTimes {
  answerMs: number
  firstMailMs: number
  frozenMs: number
  recipients: number
}

/** The audience of a draft. */
export type DraftAudience = { audienceType: 'ALL' } | { audienceType: 'SEGMENT'; segmentId: string }

/** Makes a segment of so many contacts, which are spread over the project. */
export async function makeCrowd(
  { stack }: MeasuredStack,
  grown: GrownProject,
  members: number,
): Promise<DraftAudience> {
  const { project, size } = grown
  const segment = { name: 'Crowd', type: 'STATIC' }
  const { id } = await call<{ id: string }>('POST', `${stack.info.gateway}/segments`, project.secretKey, segment)
  await joinSegment(project.id, id, { size, members })
  return { audienceType: 'SEGMENT', segmentId: id }
}

/** Sends some campaigns one after the other, each until its audience is frozen; resolves to the medians. */
export async function timeCampaigns(
  stack: MeasuredStack,
  grown: GrownProject,
  { audience, rounds }: { audience: DraftAudience; rounds: number },
): Promise<CampaignTimes> {
  const all: CampaignTimes[] = []
  for (let n = 0; n < rounds; n += 1) all.push(await timeCampaign(stack, grown, audience))
  const median = (of: (times: CampaignTimes) => number): number => round(quantile(all.map(of), 0.5), 0)
  return {
    answerMs: median(({ answerMs }) => answerMs),
    firstMailMs: median(({ firstMailMs }) => firstMailMs),
    frozenMs: median(({ frozenMs }) => frozenMs),
    recipients: median(({ recipients }) => recipients),
  }
}

async function timeCampaign(
  { stack, database, inbox }: MeasuredStack,
  { project, requests }: GrownProject,
  audience: DraftAudience,
): Promise<CampaignTimes> {
  const draft = { name: 'Grown', subject: 'Grown', body: '<p>Hi</p>', from: 'news@example.com', ...audience }
  const path = `${stack.info.gateway}/campaigns`
  const { data } = await call<{ data: { id: string } }>('POST', path, project.secretKey, draft)
  const before = await inbox.count()
  const from = performance.now()
  const fromMs = Date.now()
  const { ms: answerMs } = await requests.post(`/campaigns/${data.id}/send`, project.secretKey, {})
  while ((await inbox.count()) === before) await delay(POLL_MS)
  const firstMailMs = performance.now() - from
  await until(async () => (await campaignProgress(database, data.id)).frozenAt !== null)
  const { frozenAt, totalRecipients: recipients } = await campaignProgress(database, data.id)
  const frozenMs = (frozenAt?.getTime() ?? Number.NaN) - fromMs
  // A small campaign may have been sent meanwhile.
  await call('POST', `${path}/${data.id}/cancel`, project.secretKey, {}).catch(() => undefined)
  await until(() => isAudienceGone(database, data.id))
  return { answerMs, firstMailMs, frozenMs, recipients }
}
