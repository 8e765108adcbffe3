import { setTimeout as delay } from 'node:timers/promises'
import { runCampaigns } from './campaigns.js'
import { importFile, writeContact } from './contacts.js'
import { engage } from './engage.js'
import type { Scene } from './scene.js'
import { send } from './send.js'
import { track } from './track.js'

// Beyond this, clients wait: the load may not grow without end while a gateway is stopped.
const MAX_IN_FLIGHT = 120

/** Sends requests at random times, `perSecond` on average, until `signal` aborts; resolves when all have an outcome. */
export async function runLoad(scene: Scene, perSecond: number, signal: AbortSignal): Promise<void> {
  const { random } = scene
  const running = new Set<Promise<void>>()
  const busy = new Set<string>()
  const campaigns = runCampaigns(scene, signal)
  // The short runs have an import too.
  running.add(importFile(scene))
  while (!signal.aborted) {
    await delay(random.pause(1_000 / perSecond), undefined, { signal }).catch(() => undefined)
    const work = random.weighed<() => Promise<void>>([
      [38, () => send(scene)],
      [34, () => track(scene)],
      [14, () => writeContact(scene, busy)],
      [13.8, () => engage(scene)],
      [0.2, () => importFile(scene)],
    ])
    if (running.size >= MAX_IN_FLIGHT) continue
    const one = work().finally(() => running.delete(one))
    running.add(one)
  }
  await Promise.all([campaigns, ...running])
}
