import { z } from 'zod'
import type { SentMessage } from '../intake.js'
import { bareAddresses } from '../mail/addresses.js'
import { headerValue, parseHeaderBlock } from '../mail/header-block.js'
import { CONFIGURATION_SET } from './configuration-sets.js'
import { SesRefusal } from './ses-refusal.js'

const MAX_RECIPIENTS = 50
const MAX_MESSAGE_BYTES = 40 << 20

const addresses = z.array(z.string()).nullish()
const tagName = z.string().regex(/^[A-Za-z0-9_:-]{1,256}$/)
const tagValue = z.string().regex(/^[A-Za-z0-9_@.-]{1,256}$/)

const Destination = z.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses })

const Call = z.object({
  FromEmailAddress: z.string().nullish(),
  Destination: Destination.nullish(),
  Content: z.object({ Raw: z.object({ Data: z.string() }) }),
  EmailTags: z.array(z.object({ Name: tagName, Value: tagValue })).nullish(),
  ConfigurationSetName: z.string().nullish(),
})

/** Reads the body of a SendEmail call. Throws SesRefusal as SES would. */
export function parseSendEmailCall(body: Buffer): SentMessage {
  const parsed = Call.safeParse(parseJson(body))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SesRefusal('BadRequestException', `${issue?.path.join('.') || 'body'}: ${issue?.message}`)
  }
  const { FromEmailAddress, Destination, Content, EmailTags, ConfigurationSetName } = parsed.data
  if (ConfigurationSetName && ConfigurationSetName !== CONFIGURATION_SET) {
    throw new SesRefusal('NotFoundException', `Configuration set <${ConfigurationSetName}> does not exist.`)
  }
  const raw = Buffer.from(Content.Raw.Data, 'base64')
  if (raw.length === 0) throw new SesRefusal('BadRequestException', 'Content.Raw.Data: not a message in base64')
  if (raw.length > MAX_MESSAGE_BYTES) {
    throw new SesRefusal(
      'MessageRejected',
      `Message length is more than ${MAX_MESSAGE_BYTES} bytes long: ${raw.length}.`,
    )
  }
  const headers = parseHeaderBlock(raw)
  const source = FromEmailAddress || headerValue(headers, 'from')
  if (!source) throw new SesRefusal('BadRequestException', "Missing required header 'From'.")
  return {
    source,
    to: Destination ? givenRecipients(Destination) : namedRecipients(headers),
    raw,
    headers,
    tags: EmailTags ?? [],
    configurationSet: ConfigurationSetName ?? undefined,
  }
}

function givenRecipients({ ToAddresses, CcAddresses, BccAddresses }: z.output<typeof Destination>): string[] {
  const given = [...(ToAddresses ?? []), ...(CcAddresses ?? []), ...(BccAddresses ?? [])]
  return checkRecipients(given.map((address) => bareAddresses(address)[0] ?? address))
}

function namedRecipients(headers: [string, string][]): string[] {
  return checkRecipients(['to', 'cc', 'bcc'].flatMap((name) => bareAddresses(headerValue(headers, name))))
}

function checkRecipients(to: string[]): string[] {
  if (to.length === 0) throw new SesRefusal('BadRequestException', 'Missing recipients')
  if (to.length > MAX_RECIPIENTS)
    throw new SesRefusal('BadRequestException', `Recipient count exceeds ${MAX_RECIPIENTS}.`)
  if (to.some((address) => !/^[^\s@]+@[^\s@]+$/.test(address))) {
    throw new SesRefusal('BadRequestException', "Missing final '@domain'")
  }
  return to
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new SesRefusal('BadRequestException', 'The body is not JSON')
  }
}
