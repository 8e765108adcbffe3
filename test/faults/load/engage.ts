import PostalMime from 'postal-mime'
import { ask } from '../client.js'
import { anyGateway, type Scene } from './scene.js'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const FOUND = 200
const MOVED = 302

/** A recipient opens one of the latest messages, and follows its link now and then. */
export async function engage(scene: Scene): Promise<void> {
  const { random, cluster } = scene
  if (cluster.tap.sent.length === 0) return
  const { emailId, raw } = random.pick(cluster.tap.sent)
  const { html = '' } = await PostalMime.parse(raw)
  const link = /href="(http:[^"]+\/c\/[^"]+)"/.exec(html)?.[1]
  const pixel = /src="(http:[^"]+\/o\/[^"]+)"/.exec(html)?.[1]
  if (pixel) await hit(scene, 'opens', emailId, pixel)
  if (link && random.chance(0.6)) await hit(scene, 'clicks', emailId, link)
}

async function hit(scene: Scene, kind: 'opens' | 'clicks', emailId: string, address: string): Promise<void> {
  const gateway = anyGateway(scene)
  const url = `${scene.cluster.origins[gateway]}${new URL(address).pathname}`
  const answer = scene.ledger.note(kind, await ask({ method: 'GET', url, userAgent: AGENT }))
  const isAnswered = answer.status === FOUND || answer.status === MOVED
  const outcome = `${answer.failure ?? `status ${answer.status}`} after ${answer.ms} ms`
  scene.ledger.hits.push({ kind, emailId, gateway, at: answer.from, isAnswered, ms: answer.ms, outcome })
}
