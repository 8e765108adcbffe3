import type { GetEmailIdentityCommandOutput } from '@aws-sdk/client-sesv2'
import type { IdentityClaim, SenderIdentities, SenderIdentity } from '../../../models/domain/sender-identities.js'
import { AppError } from '../../../models/domain/errors.js'
import type { WithSharedSemaphore } from '../../../runtime/concurrency/shared-semaphore.js'
import { createManagementLimit } from './management-limit.js'
import { sesSettings, type SesOptions } from './ses-client.js'

const CALL_LIMIT_MS = 10_000
const KEY_LENGTH = 'RSA_2048_BIT'
const MAX_ATTEMPTS = 3

const DKIM_STATES: Record<string, SenderIdentity['dkim']> = { SUCCESS: 'VERIFIED', FAILED: 'FAILED' }

// The tags of an identity that Posthorn creates: its project, and the token of the project's ownership record.
const [PROJECT_TAG, OWNERSHIP_TAG] = ['posthorn-project', 'posthorn-verify']

type IdentityCalls = Awaited<ReturnType<typeof loadCalls>>

/** An identity with its tags. */
interface TaggedIdentity extends SenderIdentity {
  tags: ReadonlyMap<string, string>
}

/**
 * Sender domains as email identities of SES, with Easy DKIM and a custom MAIL FROM domain. Without the MX record of
 * that domain, SES uses its own MAIL FROM domain. Identities that Posthorn creates carry tags; an identity that
 * another program created is read and never changed. The calls of all processes are limited (`createManagementLimit`).
 * The client of SES, which takes some megabytes, is loaded with the first call.
 * docs.aws.amazon.com/ses/latest/APIReference-V2/API_CreateEmailIdentity.html
 */
export function createSesIdentities(options: SesOptions, withSharedSemaphore: WithSharedSemaphore): SenderIdentities {
  const limit = createManagementLimit(withSharedSemaphore)
  let loaded: Promise<IdentityCalls> | null = null
  const load = (): Promise<IdentityCalls> => {
    loaded ??= loadCalls(options)
    return loaded
  }
  return {
    feedbackHost: `feedback-smtp.${options.region}.amazonses.com`,
    find: (domain, projectId) => limit(projectId, async () => (await load()).find(domain)),
    register: (domain, claim) => limit(claim.projectId, async () => register(await load(), domain, claim)),
    remove: (domain, projectId) =>
      limit(projectId, async () => {
        const calls = await load()
        if ((await calls.find(domain))?.tags.has(PROJECT_TAG)) await calls.remove(domain)
      }),
  }
}

async function register(
  calls: IdentityCalls,
  domain: string,
  claim: IdentityClaim,
): Promise<TaggedIdentity & { isMade: boolean }> {
  const isNew = await calls.create(domain, claim)
  try {
    const existing = isNew ? null : await calls.find(domain)
    // The answer of an earlier call may have been lost, after SES had made the identity.
    const isMade = isNew || existing?.tags.get(OWNERSHIP_TAG) === claim.ownershipToken
    if (existing && !isMade && !(claim.isOurs && existing.tags.has(PROJECT_TAG))) return { ...existing, isMade }
    if (existing?.dkim === 'FAILED') await calls.lookAgain(domain)
    if (existing?.mailFrom?.domain !== claim.mailFromDomain) await calls.useMailFrom(domain, claim.mailFromDomain)
    const registered = await calls.find(domain)
    if (registered) return { ...registered, isMade }
    throw new AppError('SERVICE_UNAVAILABLE', 'SES does not know the domain yet')
  } catch (error) {
    // The caller only sees the failure and would never remove the new identity.
    if (isNew) await calls.remove(domain).catch(() => undefined)
    throw error
  }
}

async function loadCalls(options: SesOptions) {
  const ses = await import('@aws-sdk/client-sesv2')
  // Adaptive: after SES has throttled a call, the client delays the next ones.
  const client = new ses.SESv2Client({ ...sesSettings(options), maxAttempts: MAX_ATTEMPTS, retryMode: 'adaptive' })
  const timeLimit = () => ({ abortSignal: AbortSignal.timeout(CALL_LIMIT_MS) })
  return {
    async find(EmailIdentity: string): Promise<TaggedIdentity | null> {
      const call = client.send(new ses.GetEmailIdentityCommand({ EmailIdentity }), timeLimit())
      const answer = await explain(call, ses.NotFoundException)
      return answer && identityOf(answer)
    },
    /** False for an identity that exists already. */
    async create(EmailIdentity: string, { projectId, ownershipToken }: IdentityClaim): Promise<boolean> {
      const DkimSigningAttributes = { NextSigningKeyLength: KEY_LENGTH } as const
      const Tags = [
        { Key: PROJECT_TAG, Value: projectId },
        { Key: OWNERSHIP_TAG, Value: ownershipToken },
      ]
      const call = client.send(
        new ses.CreateEmailIdentityCommand({ EmailIdentity, DkimSigningAttributes, Tags }),
        timeLimit(),
      )
      return (await explain(call, ses.AlreadyExistsException)) !== null
    },
    // SES looks for the DKIM records for 72 hours. Setting its own signing once more makes it look again.
    async lookAgain(EmailIdentity: string): Promise<void> {
      const SigningAttributes = { NextSigningKeyLength: KEY_LENGTH } as const
      const input = { EmailIdentity, SigningAttributesOrigin: 'AWS_SES', SigningAttributes } as const
      await explain(client.send(new ses.PutEmailIdentityDkimSigningAttributesCommand(input), timeLimit()))
    },
    async useMailFrom(EmailIdentity: string, MailFromDomain: string): Promise<void> {
      const input = { EmailIdentity, MailFromDomain, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' } as const
      await explain(client.send(new ses.PutEmailIdentityMailFromAttributesCommand(input), timeLimit()))
    },
    async remove(EmailIdentity: string): Promise<void> {
      const call = client.send(new ses.DeleteEmailIdentityCommand({ EmailIdentity }), timeLimit())
      await explain(call, ses.NotFoundException)
    },
  }
}

/** The answer of a call; null where SES answers by an exception that is expected. Throws SERVICE_UNAVAILABLE. */
async function explain<T>(call: Promise<T>, expected?: new (...args: never[]) => Error): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (expected && error instanceof expected) return null
    throw new AppError('SERVICE_UNAVAILABLE', 'SES did not return the domain', { cause: error })
  }
}

function identityOf(answer: GetEmailIdentityCommandOutput): TaggedIdentity {
  const { VerifiedForSendingStatus, DkimAttributes, MailFromAttributes, Tags = [] } = answer
  const { MailFromDomain: domain, MailFromDomainStatus } = MailFromAttributes ?? {}
  return {
    isVerified: VerifiedForSendingStatus ?? false,
    dkim: DKIM_STATES[DkimAttributes?.Status ?? ''] ?? 'PENDING',
    // With keys of the operator's own (`EXTERNAL`) the tokens are selectors, for which SES has no records.
    dkimTokens: DkimAttributes?.SigningAttributesOrigin === 'EXTERNAL' ? [] : (DkimAttributes?.Tokens ?? []),
    mailFrom: domain ? { domain, isVerified: MailFromDomainStatus === 'SUCCESS' } : null,
    tags: new Map(Tags.map(({ Key = '', Value = '' }) => [Key, Value])),
  }
}
