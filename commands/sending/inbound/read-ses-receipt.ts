import { z } from 'zod'
import { domainOf } from '../../../models/domain/addresses.js'
import { VERDICTS, type Verdict } from '../../../models/received-body.js'
import type { MailOrigin } from './received-mail.js'

// SES may add verdicts that this version does not know.
const verdict = z
  .object({ status: z.string() })
  .optional()
  .transform((given): Verdict => VERDICTS.find((one) => one === given?.status) ?? 'UNKNOWN')

/**
 * A message that SES received, as its receipt rule publishes it.
 * docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html
 */
const SesReceipt = z.object({
  notificationType: z.literal('Received'),
  mail: z.object({ messageId: z.string().min(1), source: z.string().default('') }),
  receipt: z.object({
    recipients: z.array(z.string()),
    spamVerdict: verdict,
    virusVerdict: verdict,
    spfVerdict: verdict,
    dkimVerdict: verdict,
    dmarcVerdict: verdict,
    action: z.object({
      type: z.string(),
      encoding: z.string().optional(),
      bucketName: z.string().optional(),
      objectKey: z.string().optional(),
    }),
  }),
  content: z.string().optional(),
})

/** Mail that SES received. Its content is in the notification or in a bucket; null where SES stored it elsewhere. */
export interface SesReceived {
  mail: MailOrigin
  content: { raw: Buffer } | { bucket: string; key: string } | null
}

/** Reads the notification of a received message; null for any other. */
export function readSesReceipt(notification: string): SesReceived | null {
  // Most notifications are about sent mail, some for each recipient of a campaign: do not parse those here.
  if (!notification.includes('"Received"')) return null
  const parsed = SesReceipt.safeParse(parse(notification))
  if (!parsed.success) return null
  const { mail, receipt, content } = parsed.data
  const { spamVerdict: spam, virusVerdict: virus, spfVerdict: spf, dkimVerdict: dkim, dmarcVerdict: dmarc } = receipt
  return {
    mail: {
      queueKey: `ses:${domainOf(receipt.recipients[0] ?? '').toLowerCase()}`,
      recipients: receipt.recipients,
      sender: mail.source,
      id: `ses:${mail.messageId}`,
      verdictsOn: async () => ({ spam, virus, spf, dkim, dmarc }),
    },
    content: contentOf(receipt.action, content),
  }
}

function contentOf(
  { type, encoding, bucketName, objectKey }: z.output<typeof SesReceipt>['receipt']['action'],
  content: string | undefined,
): SesReceived['content'] {
  if (content !== undefined)
    return { raw: Buffer.from(content, encoding?.toUpperCase() === 'BASE64' ? 'base64' : 'utf8') }
  return type === 'S3' && bucketName && objectKey ? { bucket: bucketName, key: objectKey } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
