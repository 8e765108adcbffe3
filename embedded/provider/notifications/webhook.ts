import { Agent, request } from 'node:http'

const TIMEOUT_MS = 15_000

/** Posts envelopes to the subscribed receiver over connections that are kept open. */
export class Webhook {
  private readonly url: URL
  private readonly agent: Agent

  constructor(url: string, maxConnections: number) {
    this.url = new URL(url)
    this.agent = new Agent({ keepAlive: true, maxSockets: maxConnections, noDelay: true })
  }

  /** Resolves with the receiver's status; rejects when it does not answer. */
  post(type: 'Notification' | 'SubscriptionConfirmation', topicArn: string, envelope: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = request(this.url, {
        method: 'POST',
        agent: this.agent,
        timeout: TIMEOUT_MS,
        headers: {
          'content-type': 'text/plain; charset=UTF-8',
          'content-length': Buffer.byteLength(envelope),
          'user-agent': 'Amazon Simple Notification Service Agent',
          'x-amz-sns-message-type': type,
          'x-amz-sns-topic-arn': topicArn,
        },
      })
      call.on('response', (response) => {
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
        response.resume()
      })
      call.on('timeout', () => call.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
      call.on('error', reject)
      // Node writes a string together with the header fields, and a buffer after them.
      call.end(envelope)
    })
  }

  /** Aborts the calls under way. */
  close(): void {
    this.agent.destroy()
  }
}
