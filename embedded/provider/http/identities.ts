import { z } from 'zod'
import { IDENTITY_STATES, Tag, type Identity, type IdentityStore } from '../storage/identity-store.js'
import { readBody } from './read-body.js'
import { sendJson, sendNotFound, type Exchange } from './respond.js'
import type { Route } from './router.js'
import { SesRefusal, sendRefusal } from './ses-refusal.js'

const MAX_BODY_BYTES = 64 << 10

const Created = z.object({ EmailIdentity: z.string().min(1), Tags: z.array(Tag).default([]) })
const MailFrom = z.object({ MailFromDomain: z.string().optional() })
const Switched = z.object({ state: z.enum(IDENTITY_STATES), records: z.array(z.string().max(255)).optional() })

const ONE = /^\/v2\/email\/identities\/([^/]+)$/

/**
 * The calls by which SES registers domains, and those by which the inbox lists them and switches their state. A switch
 * to SUCCESS also puts the ownership records into the stand-in for DNS: those of every project that asked, or the
 * `records` that it names.
 */
export function identityRoutes(store: IdentityStore): Route[] {
  return [
    { method: 'POST', path: '/v2/email/identities', handle: (exchange) => create(exchange, store) },
    { method: 'GET', path: ONE, handle: (exchange) => answer(exchange, store.find(nameIn(exchange)), describe) },
    {
      method: 'DELETE',
      path: ONE,
      handle: (exchange) => answer(exchange, store.delete(nameIn(exchange)) ? {} : undefined, () => ({})),
    },
    {
      method: 'PUT',
      path: /^\/v2\/email\/identities\/([^/]+)\/mail-from$/,
      async handle(exchange) {
        const { MailFromDomain } = await bodyOf(exchange, MailFrom)
        const changed = store.change(nameIn(exchange), { mailFromDomain: MailFromDomain || null })
        answer(exchange, changed, () => ({}))
      },
    },
    {
      method: 'PUT',
      path: /^\/v2\/email\/identities\/([^/]+)\/dkim\/signing$/,
      handle(exchange) {
        answer(exchange, store.change(nameIn(exchange), { state: 'PENDING' }), dkimOf)
      },
    },
    {
      method: 'GET',
      path: '/identities',
      handle: ({ res }) => sendJson(res, 200, { identities: store.all().map(show) }),
    },
    {
      method: 'PUT',
      path: /^\/identities\/([^/]+)$/,
      async handle(exchange) {
        const switched = Switched.safeParse(await jsonOf(exchange))
        if (!switched.success) {
          const message = `state must be one of ${IDENTITY_STATES.join(', ')}, and records, where they are given, texts`
          return sendJson(exchange.res, 422, { error: { code: 'VALIDATION_ERROR', message } })
        }
        const { state, records: published = null } = switched.data
        const changed = store.change(nameIn(exchange), { state, published })
        if (changed) sendJson(exchange.res, 200, show(changed))
        else sendNotFound(exchange.res, 'Domain not found')
      },
    },
  ]
}

async function create(exchange: Exchange, store: IdentityStore): Promise<void> {
  const { EmailIdentity, Tags } = await bodyOf(exchange, Created)
  const created = store.create(EmailIdentity.toLowerCase(), Tags)
  if (created) return sendJson(exchange.res, 200, describe(created))
  const refusal = new SesRefusal('AlreadyExistsException', `Email identity ${EmailIdentity} already exist.`)
  sendRefusal(exchange.res, refusal)
}

function answer<T>({ res }: Exchange, found: T | undefined, present: (found: T) => object): void {
  if (found === undefined)
    return sendRefusal(res, new SesRefusal('NotFoundException', 'Email identity does not exist.'))
  sendJson(res, 200, present(found))
}

/** An identity as the inbox shows it. */
function show({ domain, state, tokens, mailFromDomain }: Identity): object {
  return { domain, state, tokens, mailFromDomain }
}

/** An identity as SES describes it (docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetEmailIdentity.html). */
function describe(identity: Identity): object {
  const { state, mailFromDomain, tags } = identity
  return {
    Tags: tags,
    IdentityType: 'DOMAIN',
    VerifiedForSendingStatus: state === 'SUCCESS',
    VerificationStatus: state,
    ...dkimAttributes(identity),
    MailFromAttributes: {
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
      ...(mailFromDomain ? { MailFromDomain: mailFromDomain, MailFromDomainStatus: state } : {}),
    },
  }
}

function dkimAttributes({ state, tokens }: Identity): object {
  const DkimAttributes = { SigningEnabled: true, Status: state, Tokens: tokens, SigningAttributesOrigin: 'AWS_SES' }
  return { DkimAttributes }
}

function dkimOf({ state, tokens }: Identity): object {
  return { DkimStatus: state, DkimTokens: tokens }
}

function nameIn({ params }: Exchange): string {
  return decodeURIComponent(params[0] ?? '').toLowerCase()
}

async function bodyOf<T extends z.ZodType>(exchange: Exchange, shape: T): Promise<z.output<T>> {
  return shape.parse(await jsonOf(exchange))
}

async function jsonOf({ req }: Exchange): Promise<unknown> {
  return JSON.parse((await readBody(req, MAX_BODY_BYTES)).toString('utf8') || '{}') as unknown
}
