import { AppError } from '../../models/domain/errors.js'
import { authenticate, type Identity } from '../middleware/authenticate.js'
import { withIdempotencyKey } from '../middleware/idempotency.js'
import type { LimitRate } from '../middleware/rate-limit.js'
import type { GatewayContext } from './gateway-context.js'
import { endpointName, rawBody, type AnyEndpoint } from './endpoint.js'
import { requireJson, requirePlainEncoding } from './media-type.js'
import { parseInput } from './parse-input.js'
import { presentAnswer, type PresentedAnswer } from './present-answer.js'
import { hasBody, readBody } from './read-body.js'
import type { GatewayServices } from './services.js'

const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024
const HOUR_MS = 3_600_000

/** The way of every request that has an endpoint, from its credential to its answer. */
export async function serveEndpoint(
  endpoint: AnyEndpoint,
  { services, limitRate }: { services: GatewayServices; limitRate: LimitRate },
  ctx: GatewayContext,
  params: Record<string, string>,
): Promise<void> {
  const identity = await identify(endpoint, ctx)
  await limitRate(endpoint, identity?.projectId ?? null, ctx)
  if (identity) refuseDisabled(endpoint, identity)
  const body = await receiveBody(endpoint, ctx)
  const open = { requestId: ctx.state.requestId, log: ctx.state.log, services }
  const strict = services.config.NODE_ENV === 'test'

  const run = async (context: Parameters<AnyEndpoint['handle']>[1]): Promise<PresentedAnswer> => {
    const input = parseInput(endpoint, { params, query: ctx.query, body })
    return presentAnswer(endpoint, await endpoint.handle(input, context), { strict, log: ctx.state.log })
  }
  const runAs = async (identity: Identity): Promise<PresentedAnswer> => {
    const context = { ...open, ...identity }
    if (!endpoint.idempotent) return run({ ...context, idempotency: null })
    const request = {
      projectId: context.projectId,
      endpoint: endpointName(endpoint),
      key: ctx.headers['idempotency-key'],
      ttlMs: services.config.IDEMPOTENCY_KEY_TTL_HOURS * HOUR_MS,
    }
    return withIdempotencyKey(request, ctx.state.log, (idempotency) => run({ ...context, idempotency }))
  }

  const answer = identity ? await runAs(identity) : await run(open)
  ctx.status = answer.status
  if (answer.headers) ctx.set({ ...answer.headers })
  if (answer.body !== null) ctx.body = answer.body
}

/** Who sends the request, or null where anyone may. */
async function identify(endpoint: AnyEndpoint, ctx: GatewayContext): Promise<Identity | null> {
  if (endpoint.access === 'open') return null
  const identity = await authenticate(endpoint.access, ctx.headers.authorization)
  const { projectId } = identity
  ctx.state.projectId = projectId
  ctx.state.log = ctx.state.log.child({ projectId })
  return identity
}

/** A disabled project may only read. */
function refuseDisabled(endpoint: AnyEndpoint, { project }: Identity): void {
  if (!project.disabled || !(endpoint.writes ?? endpoint.method !== 'get')) return
  throw new AppError('PROJECT_DISABLED', 'This project is disabled', { details: { reason: project.disabledReason } })
}

/**
 * The bytes of the body, empty where none is expected. They are in before an idempotency key is claimed, so
 * that a slow upload does not use up the claim.
 */
async function receiveBody(endpoint: AnyEndpoint, ctx: GatewayContext): Promise<Buffer> {
  const schema = endpoint.request?.body
  if (!schema || !hasBody(ctx.req)) return Buffer.alloc(0)
  requirePlainEncoding(ctx.headers)
  if (schema !== rawBody) requireJson(ctx.headers)
  return readBody(ctx.req, endpoint.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES)
}
