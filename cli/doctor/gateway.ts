import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isLoopback } from '../../runtime/loopback.js'
import { fault, ok, reasonOf, warning, type Area, type Examine, type Finding } from './examination.js'
import { whyUnresolved } from './host-names.js'
import type { ValidSettings } from '../../runtime/config.js'

const ANSWER_WITHIN_MS = 4_000
const FORGED_REQUESTS = 3
// More entries than any chain of proxies has, so that the gateway finds the address at whatever place it counts from
// the right.
const FORGED_ENTRIES = 10
const CLOCK_WARNING_MS = 60_000
// Docker and Podman put these into every container.
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv']
const OUT_OF_REACH = warning(
  'GATEWAY_URL is a local address that does not respond in this container: the gateway was not checked',
  'Set GATEWAY_URL to the public URL. For a trial on one machine, no action is needed.',
)

/** The gateway as clients see it: its host names, its answers, and which address it takes for that of the client. */
export const gatewayArea: Area = async (settings, examine) => {
  const { GATEWAY_URL: url, TRACKING_URL: trackingUrl } = settings
  if (!url) return
  const isTracked = trackingUrl !== undefined && trackingUrl !== url
  await Promise.all([
    examineGateway(url, settings, examine),
    ...(isTracked ? [examine('tracking address', () => alive('TRACKING_URL', trackingUrl))] : []),
  ])
}

async function examineGateway(url: string, settings: ValidSettings, examine: Examine): Promise<void> {
  const reached = await examine('gateway', () => alive('GATEWAY_URL', url))
  if (reached.status === 'fault' || reached === OUT_OF_REACH) return
  await Promise.all([
    examine('gateway readiness', () => readiness(url)),
    examine('trusted proxies', () => trustedProxies(url, settings)),
  ])
}

async function alive(setting: string, url: string): Promise<Finding> {
  const unresolved = await whyUnresolved(new URL(url).hostname)
  if (unresolved)
    return fault(
      `the host of ${setting} does not resolve: ${unresolved}`,
      `Add a DNS record, or correct ${setting} (${url}).`,
    )
  const id = `doctor-${randomUUID()}`
  const remedy =
    `Start the gateway, check the proxy in front of it, or correct ${setting}. Run the doctor where ${url} is ` +
    'reachable.'
  try {
    const response = await fetch(`${url}/health`, {
      headers: { 'X-Request-Id': id },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const body = await response.text()
    // Only Posthorn returns the request's own id.
    const isOurs = response.status === 200 && response.headers.get('x-request-id') === id && body === '{"status":"ok"}'
    if (!isOurs) return fault(`${url}/health returned status ${response.status}, not from Posthorn`, remedy)
    return clockOf(url, response.headers.get('date'))
  } catch (error) {
    if (isLoopback(new URL(url).hostname) && isRefused(error) && isInContainer()) return OUT_OF_REACH
    return fault(`${url} cannot be reached: ${reasonOf(error)}`, remedy)
  }
}

/** Whether no process listens there. A process that does not answer is another case. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code === 'ECONNREFUSED'
}

function isInContainer(): boolean {
  return CONTAINER_MARKS.some((path) => existsSync(path))
}

function clockOf(url: string, date: string | null): Finding {
  const differenceMs = date ? Date.now() - Date.parse(date) : 0
  if (Math.abs(differenceMs) < CLOCK_WARNING_MS) return ok(`Posthorn responds at ${url}`)
  const seconds = Math.round(Math.abs(differenceMs) / 1_000)
  return warning(
    `Posthorn responds at ${url}, but its clock is ${seconds} s ${differenceMs > 0 ? 'behind' : 'ahead of'} this ` +
      "host's",
    'Keep both hosts on NTP: timedatectl set-ntp true',
  )
}

async function readiness(url: string): Promise<Finding> {
  const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  if (response.status === 200) return ok('the gateway reaches MongoDB and Temporal')
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } }
  return fault(
    `seen from the gateway: ${error?.message ?? `status ${response.status}`}`,
    'Check MONGODB_URI and TEMPORAL_ADDRESS in the environment of the gateway, and its network.',
  )
}

/**
 * Sends requests with forged addresses of clients. A gateway that trusts more proxies than there are counts each
 * address as another client, so that no request lowers the limit of the next one. The doctor stores nothing but these
 * counts, which the gateway keeps for a minute.
 */
async function trustedProxies(url: string, settings: ValidSettings): Promise<Finding> {
  const { TRUSTED_PROXY_HOPS: hops = 0, OPEN_RATE_LIMIT_PER_MINUTE: limit = 0 } = settings
  const set = `TRUSTED_PROXY_HOPS is ${hops}`
  if (limit === 0) return ok(`${set}: not checked, because OPEN_RATE_LIMIT_PER_MINUTE is 0`)
  const remaining: number[] = []
  for (let request = 0; request < FORGED_REQUESTS; request += 1) remaining.push(await remainingOfForged(url))
  if (remaining.some(Number.isNaN))
    return ok(`${set}: not checked, because the gateway is not counting requests at the moment`)
  const isFooled = remaining.every((each) => each === Math.max(...remaining)) && remaining[0] !== 0
  if (isFooled) {
    return fault(
      `${set}, and the gateway trusts a forged X-Forwarded-For: clients can bypass the rate and sign-in limits`,
      `Set TRUSTED_PROXY_HOPS to the number of proxies in front of the gateway, which is below ${hops}.`,
    )
  }
  if (hops === 0 && url.startsWith('https:')) {
    return warning(
      `${set}, but GATEWAY_URL is https, so there is a proxy in front of the gateway: all clients share one limit`,
      'Set TRUSTED_PROXY_HOPS to the number of proxies in front of the gateway, usually 1.',
    )
  }
  return ok(`${set}, and a forged X-Forwarded-For is not trusted`)
}

/** The requests that the gateway leaves to the client with a forged address; NaN when its answer has no number. */
async function remainingOfForged(url: string): Promise<number> {
  // A network of its own in the range for documentation (RFC 3849).
  const [a, b] = [randomBytes(2).toString('hex'), randomBytes(2).toString('hex')]
  const forged = Array<string>(FORGED_ENTRIES).fill(`2001:db8:${a}:${b}::1`).join(', ')
  const response = await fetch(`${url}/users/@me`, {
    headers: { 'X-Forwarded-For': forged },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  await response.arrayBuffer()
  const left = response.headers.get('ratelimit-remaining')
  return left === null ? Number.NaN : Number(left)
}
