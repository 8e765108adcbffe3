import type { GetEmailIdentityCommandOutput } from '@aws-sdk/client-sesv2'
import type { SenderIdentities, SenderIdentity } from '../../../models/domain/sender-identities.js'
import { AppError } from '../../../models/domain/errors.js'
import { sesSettings, type SesOptions } from './ses-client.js'

const CALL_LIMIT_MS = 10_000
const KEY_LENGTH = 'RSA_2048_BIT'
const MAX_ATTEMPTS = 3

const DKIM_STATES: Record<string, SenderIdentity['dkim']> = { SUCCESS: 'VERIFIED', FAILED: 'FAILED' }

type IdentityCalls = Awaited<ReturnType<typeof loadCalls>>

/**
 * Sender domains as email identities of SES, with Easy DKIM and a custom MAIL FROM domain. Where SES does not find the MX
 * record of the latter, it goes on with its own. The client of SES, which takes some megabytes, is loaded when a domain is
 * first asked about.
 * docs.aws.amazon.com/ses/latest/APIReference-V2/API_CreateEmailIdentity.html
 */
export function createSesIdentities(options: SesOptions): SenderIdentities {
  let loaded: Promise<IdentityCalls> | null = null
  const load = (): Promise<IdentityCalls> => {
    loaded ??= loadCalls(options)
    return loaded
  }
  return {
    feedbackHost: `feedback-smtp.${options.region}.amazonses.com`,
    find: async (domain) => (await load()).find(domain),
    remove: async (domain) => (await load()).remove(domain),
    async register(domain, mailFromDomain) {
      const calls = await load()
      const known = await calls.find(domain)
      if (!known) await calls.create(domain)
      else if (known.dkim === 'FAILED') await calls.lookAgain(domain)
      if (known?.mailFrom?.domain !== mailFromDomain) await calls.useMailFrom(domain, mailFromDomain)
      const registered = await calls.find(domain)
      if (!registered) throw new AppError('SERVICE_UNAVAILABLE', 'SES does not know the domain yet')
      return registered
    },
  }
}

async function loadCalls(options: SesOptions) {
  const ses = await import('@aws-sdk/client-sesv2')
  const client = new ses.SESv2Client({ ...sesSettings(options), maxAttempts: MAX_ATTEMPTS })
  const limit = () => ({ abortSignal: AbortSignal.timeout(CALL_LIMIT_MS) })
  return {
    async find(EmailIdentity: string): Promise<SenderIdentity | null> {
      const call = client.send(new ses.GetEmailIdentityCommand({ EmailIdentity }), limit())
      const answer = await explained(call, ses.NotFoundException)
      return answer && identityOf(answer)
    },
    async create(EmailIdentity: string): Promise<void> {
      const input = { EmailIdentity, DkimSigningAttributes: { NextSigningKeyLength: KEY_LENGTH } } as const
      await explained(client.send(new ses.CreateEmailIdentityCommand(input), limit()), ses.AlreadyExistsException)
    },
    // SES looks for the records for 72 hours; to make it look again, its own signing is set once more.
    async lookAgain(EmailIdentity: string): Promise<void> {
      const SigningAttributes = { NextSigningKeyLength: KEY_LENGTH } as const
      const input = { EmailIdentity, SigningAttributesOrigin: 'AWS_SES', SigningAttributes } as const
      await explained(client.send(new ses.PutEmailIdentityDkimSigningAttributesCommand(input), limit()))
    },
    async useMailFrom(EmailIdentity: string, MailFromDomain: string): Promise<void> {
      const input = { EmailIdentity, MailFromDomain, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' } as const
      await explained(client.send(new ses.PutEmailIdentityMailFromAttributesCommand(input), limit()))
    },
    async remove(EmailIdentity: string): Promise<void> {
      const call = client.send(new ses.DeleteEmailIdentityCommand({ EmailIdentity }), limit())
      await explained(call, ses.NotFoundException)
    },
  }
}

/** The answer of a call; null where SES answers by an exception that is expected. Throws SERVICE_UNAVAILABLE. */
async function explained<T>(call: Promise<T>, expected?: new (...args: never[]) => Error): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (expected && error instanceof expected) return null
    throw new AppError('SERVICE_UNAVAILABLE', 'SES could not be asked about the domain', { cause: error })
  }
}

function identityOf(answer: GetEmailIdentityCommandOutput): SenderIdentity {
  const { VerifiedForSendingStatus, DkimAttributes, MailFromAttributes } = answer
  const { MailFromDomain: domain, MailFromDomainStatus } = MailFromAttributes ?? {}
  return {
    isVerified: VerifiedForSendingStatus ?? false,
    dkim: DKIM_STATES[DkimAttributes?.Status ?? ''] ?? 'PENDING',
    dkimTokens: DkimAttributes?.Tokens ?? [],
    mailFrom: domain ? { domain, isVerified: MailFromDomainStatus === 'SUCCESS' } : null,
  }
}
