import { newId } from '../../../runtime/ids.js'
import { ask } from '../client.js'
import type { AskedEvent } from './ledger.js'
import { anywhere, askWithKey, sharedAddress, verdictOf, type Scene } from './scene.js'

/** The event that starts the workflow, and the one that it waits for. */
export const EVENTS = { start: 'signed up', next: 'upgraded', idle: 'page viewed' } as const

interface TrackAnswer {
  data: { event: string }
}

const CANDIDATES = 60

/** One `POST /v1/track`: an event that starts an execution, one that an execution may wait for, or one of neither. */
export async function track(scene: Scene): Promise<void> {
  const { random, ledger } = scene
  const number = ledger.number()
  const name = random.weighed([
    [45, EVENTS.start],
    [35, EVENTS.next],
    [20, EVENTS.idle],
  ] as const)
  const asked: AskedEvent = {
    number,
    name,
    email: addressOf(scene, name, number),
    key: random.chance(0.5) ? newId() : null,
    verdict: 'unknown',
    eventId: null,
    successes: 0,
    wasUnavailable: false,
  }
  ledger.events.push(asked)
  const request = () => ({
    method: 'POST' as const,
    url: anywhere(scene, '/v1/track'),
    key: scene.mixed.publicKey,
    body: { email: asked.email, event: name, data: { request: number } },
    idempotencyKey: asked.key ?? undefined,
  })
  if (asked.key === null) {
    const answer = ledger.note('track', await ask(request()))
    asked.verdict = verdictOf(answer)
    asked.wasUnavailable = answer.status === 503
    if (asked.verdict === 'acknowledged') asked.eventId = (answer.body as TrackAnswer).data.event
    return
  }
  const { verdict, body, successes, wasUnavailable } = await askWithKey(scene, 'track, key', request)
  Object.assign(asked, { verdict, successes, wasUnavailable })
  if (body !== null) asked.eventId = (body as TrackAnswer).data.event
}

function addressOf(scene: Scene, name: AskedEvent['name'], number: number): string {
  if (name === EVENTS.start) return `journey${number}@example.com`
  if (name === EVENTS.idle) return sharedAddress(scene)
  const started = scene.ledger.events.filter((asked) => asked.name === EVENTS.start).slice(-CANDIDATES)
  return started.length > 0 ? scene.random.pick(started).email : sharedAddress(scene)
}
