import type { BenchStack } from '../../bench/bench-stack.js'
import { findFreePort } from '../../embedded/ports.js'
import type { Gateway } from './plan-faults.js'
import { Tap } from './tap.js'
import { WebhookReceiver } from './webhook-receiver.js'

/** What load and audit see of an installation with two gateways. */
export interface Site {
  bench: BenchStack
  dataDir: string
  tap: Tap
  receiver: WebhookReceiver
  webhookAddress: string
  origins: Record<Gateway, string>
  /** How long an email waits for the provider's event when its outcome is unknown. */
  ambiguousWaitMs: number
}

/** What stands around an installation, and the settings that lead its processes there. */
export interface Surroundings extends Pick<
  Site,
  'dataDir' | 'tap' | 'receiver' | 'webhookAddress' | 'ambiguousWaitMs'
> {
  /** The port of the provider's inbox. */
  inbox: number
  env: Record<string, string>
}

/** Messages a second of all workers together: a campaign to some thousand takes minutes. */
const SEND_RATE = 25
// The default of a production system.
const AMBIGUOUS_WAIT_SECONDS = Number(process.env['AMBIGUOUS_SEND_WAIT_SECONDS'] ?? 60)

/** Opens the receiver of webhooks, and the tap between the workers and the provider. */
export async function openSurroundings({ dataDir, seed }: { dataDir: string; seed: number }): Promise<Surroundings> {
  const inbox = await findFreePort([])
  const receiver = new WebhookReceiver(seed)
  const webhookAddress = await receiver.open()
  return {
    dataDir,
    inbox,
    tap: new Tap(`http://127.0.0.1:${inbox}`),
    receiver,
    webhookAddress,
    ambiguousWaitMs: AMBIGUOUS_WAIT_SECONDS * 1_000,
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      LOG_PRETTY: 'false',
      SEND_RATE_PER_SECOND: String(SEND_RATE),
      AMBIGUOUS_SEND_WAIT_SECONDS: String(AMBIGUOUS_WAIT_SECONDS),
      WEBHOOK_ALLOW_PRIVATE: webhookAddress,
    },
  }
}
