import { randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { createCertificate } from '../../embedded/provider/notifications/certificate.js'
import { signedText, type SnsMessage } from '../../gateway/sns/message.js'
import { privateKey } from './rsa-keys.js'
import { listen } from './listen.js'

/** The topic that tests publish to. */
export const TOPIC_ARN = 'arn:aws:sns:us-east-1:000000000000:test-events'

/** A signing service on this machine, which stands for AWS SNS. */
export interface SnsService {
  origin: string
  /** The paths that were asked for, certificates included. */
  readonly asked: string[]
  /** A signed message; fields given replace the usual ones before it is signed. */
  message(fields?: Partial<SnsMessage>): SnsMessage
  close(): void
}

/** An SNS service for the tests of the surrounding `describe`; a gateway with `settings` trusts it once it runs. */
export function useSns(topics: string[] = [TOPIC_ARN]) {
  const settings = { SNS_TOPIC_ARNS: topics, SNS_TRUSTED_ORIGINS: [] as string[] }
  const sns = { settings } as SnsService & { settings: typeof settings }
  before(async () => {
    Object.assign(sns, await startSns())
    settings.SNS_TRUSTED_ORIGINS.push(sns.origin)
  })
  after(() => sns.close())
  return sns
}

/** Starts it, on a free port. */
export async function startSns(): Promise<SnsService> {
  const pem = createCertificate(privateKey, 'sns.test')
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(request.url?.startsWith('/broken') ? 500 : 200).end(pem)
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    origin,
    asked,
    message(fields = {}) {
      const message: SnsMessage = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: TOPIC_ARN,
        Message: '{}',
        Timestamp: new Date().toISOString(),
        SignatureVersion: '2',
        Signature: '',
        SigningCertURL: `${origin}/certificate.pem`,
        ...fields,
      }
      const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
      return { ...message, Signature: sign(algorithm, Buffer.from(signedText(message)), privateKey).toString('base64') }
    },
    close: () => void server.close(),
  }
}
