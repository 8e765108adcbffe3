import { setTimeout as delay } from 'node:timers/promises'
import { ask, isAcknowledged } from '../client.js'
import { anywhere, insist, SENDER, type Scene } from './scene.js'

const LOOK_MS = 3_000
const PAUSE_SHARE = 0.08
const CANCEL_SHARE = 0.02

/**
 * Sends one campaign after the other to all contacts of a project, and pauses or cancels one now and then, until
 * `signal` aborts.
 */
export async function runCampaigns(scene: Scene, signal: AbortSignal): Promise<void> {
  for (let number = 1; !signal.aborted; number += 1) {
    const id = await begin(scene, number)
    if (id !== null) await follow(scene, id, signal)
  }
}

async function begin(scene: Scene, number: number): Promise<string | null> {
  const body = {
    name: `News ${number}`,
    subject: `News ${number}`,
    body: `<p>Hello {{ email }}</p><p><a href="https://shop.example/news/${number}">Read on</a></p>`,
    from: SENDER,
    audienceType: 'ALL',
  }
  const { secretKey: key } = scene.campaigns
  const created = await insist(scene, 'campaign', () => ({
    method: 'POST',
    url: anywhere(scene, '/campaigns'),
    key,
    body,
  }))
  if (!isAcknowledged(created)) return null
  const { id } = (created.body as { data: { id: string } }).data
  // 409: an earlier request was carried out although its answer was lost.
  await insist(scene, 'campaign', () => ({
    method: 'POST',
    url: anywhere(scene, `/campaigns/${id}/send`),
    key,
    body: {},
  }))
  scene.ledger.campaigns.add(id)
  return id
}

async function follow(scene: Scene, id: string, signal: AbortSignal): Promise<void> {
  const { secretKey: key } = scene.campaigns
  const act = (action: string) =>
    insist(scene, 'campaign', () => ({
      method: 'POST',
      url: anywhere(scene, `/campaigns/${id}/${action}`),
      key,
      body: {},
    }))
  while (!signal.aborted) {
    const { body } = await ask({ method: 'GET', url: anywhere(scene, `/campaigns/${id}`), key })
    if ((body as { data?: { status?: string } } | null)?.data?.status === 'SENT') return
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
    if (scene.random.chance(CANCEL_SHARE)) {
      await act('cancel')
      scene.ledger.cancelled.set(id, new Date())
      return
    }
    if (!scene.random.chance(PAUSE_SHARE)) continue
    await act('pause')
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
    await act('resume')
  }
}
