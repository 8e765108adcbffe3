import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { call, until } from '../calls.js'
import { campaignProgress, insertContacts, type CampaignProgress } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'
import { untilReached } from './inbox.js'

const PARAGRAPH = '<p>It is worth reading on, because what follows is said to everyone in just these words.</p>\n'
/** 5 KB with two tracked links; the pixel comes with them. */
const BODY = `<body><h1>Hello {{ firstName ?? "there" }}</h1>
${PARAGRAPH.repeat(25)}<p><a href="https://shop.example/offers?a=1&amp;b=2">See the offers, {{ firstName }}</a></p>
${PARAGRAPH.repeat(25)}<p>Your plan is {{ plan }}. <a href="https://shop.example/account">Your account</a></p></body>`

/** A campaign to all contacts of a project of its own. */
export interface DraftedCampaign {
  id: string
  project: CreatedProject
  size: number
}

/** Makes a project with so many contacts and a campaign to all of them. */
export async function draftCampaign(stack: MeasuredStack, name: string, size: number): Promise<DraftedCampaign> {
  const project = await stack.makeProject(name)
  await insertContacts(project.id, size)
  const { gateway } = stack.stack.info
  const draft = { name, subject: `${name}, {{ firstName }}`, body: BODY, from: 'news@example.com', audienceType: 'ALL' }
  const created = await call<{ data: { id: string } }>('POST', `${gateway}/campaigns`, project.secretKey, draft)
  return { id: created.data.id, project, size }
}

/** Sends a campaign; resolves when the call is answered. */
export async function sendCampaign({ stack }: MeasuredStack, { id, project }: DraftedCampaign): Promise<void> {
  await call('POST', `${stack.info.gateway}/campaigns/${id}/send`, project.secretKey, {})
}

/** Waits until the campaign was sent to so many recipients. Throws after two minutes without progress. */
export async function untilSentTo({ database }: MeasuredStack, { id }: DraftedCampaign, count: number): Promise<void> {
  await untilReached('recipients', count, async () => (await campaignProgress(database, id)).sentCount)
}

/** Waits until the campaign is sent; with `isDelivered`, until the provider has notified of each message too. */
export async function untilSent(
  stack: MeasuredStack,
  campaign: DraftedCampaign,
  { isDelivered }: { isDelivered: boolean },
): Promise<CampaignProgress> {
  const { database } = stack
  const { id, size } = campaign
  await untilSentTo(stack, campaign, size)
  await until(async () => (await campaignProgress(database, id)).status === 'SENT')
  if (isDelivered) {
    await untilReached('deliveries', size, async () => (await campaignProgress(database, id)).deliveredCount)
  }
  return campaignProgress(database, id)
}
