import type { Readable } from 'node:stream'
import { AppError } from '../../models/domain/errors.js'
import { isInScope, type KeyScope } from '../../models/domain/key-scope.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { authenticate, type Identity, type ProjectIdentity } from '../middleware/authenticate.js'
import { withIdempotencyKey, type RequestWithKey } from '../middleware/idempotency.js'
import type { RateLimit } from '../middleware/rate-limit.js'
import type { ByteBudget, ByteReservation } from '../memory/byte-budget.js'
import { clientAddress, clientNetwork } from './request/client-address.js'
import type { GatewayContext } from './gateway-context.js'
import { bodyShares, senderKey } from './limits.js'
import {
  effectOf,
  endpointName,
  FileUpload,
  FormFields,
  rawBody,
  scopeOf,
  StreamedUpload,
  type AnyEndpoint,
  type Effect,
  type FileSink,
} from './endpoint.js'
import { requireForm, requireJson, requirePlainEncoding, requireUpload } from './request/media-type.js'
import { FORM_BYTES } from './request/open-form.js'
import { parseForm, type FormValues } from './request/parse-form.js'
import { parseInput, requireQuery, type RawInput } from './request/parse-input.js'
import { badFile, parseUpload, type UploadedFile } from './request/parse-upload.js'
import { extendRequestTime } from './request/request-time.js'
import { receiveStream } from './request/receive-stream.js'
import { streamClient } from '../streams/stream-client.js'
import { presentAnswer, type PresentedAnswer } from './response/present-answer.js'
import { hasBody, readBody } from './request/read-body.js'
import type { OpenContext } from './request/request-context.js'
import type { GatewayServices } from '../services.js'
import type { Sessions } from './request/sessions.js'

const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024
const HOUR_MS = 3_600_000

/** The parts of the gateway that serve every request. */
export interface Gateway {
  services: GatewayServices
  sessions: Sessions
  rateLimit: RateLimit
  bodies: ByteBudget
}

/** Serves a request to an endpoint: authentication, limits, body, idempotency, validation, handler, answer. */
export async function serveEndpoint(
  endpoint: AnyEndpoint,
  gateway: Gateway,
  ctx: GatewayContext,
  params: Record<string, string>,
): Promise<void> {
  const first = await identify(endpoint, gateway, ctx, params)
  noteSender(first, ctx)
  await gateway.rateLimit.count(endpoint, first, ctx)
  if (first && 'project' in first) refuseInProject(endpoint, first)
  const sender = senderKey(first)
  const isReceived = ctx.req.complete
  const address = clientAddress(ctx.req, gateway.services.config.TRUSTED_PROXY_HOPS)
  const reservation = gateway.bodies.reserve(bodyShares(first, clientNetwork(address)))
  const sink = openSink(endpoint, first)
  try {
    const received = sink
      ? await receiveLargeFile(endpoint, gateway, ctx, { sink, reservation })
      : await receiveBody(endpoint, ctx, reservation)
    // The sender may have lost the session, the key, the role or the project while the body arrived.
    const identity = isReceived ? first : await identify(endpoint, gateway, ctx, params)
    if (identity && 'project' in identity) refuseInProject(endpoint, identity)
    await answer(endpoint, gateway, ctx, { identity, raw: { params, query: ctx.query, ...received, sender } })
  } catch (error) {
    await sink?.drop().catch((cause: unknown) => ctx.state.log.error({ err: loggableError(cause) }, 'file not dropped'))
    throw error
  } finally {
    // The body and its parsed values are in memory until here, even if the client has disconnected long before.
    reservation.release()
  }
}

/** Answers a request whose body has arrived. */
async function answer(
  endpoint: AnyEndpoint,
  gateway: Gateway,
  ctx: GatewayContext,
  { identity, raw }: { identity: Identity | null; raw: RawInput },
): Promise<void> {
  const { services } = gateway
  const open = openContext(gateway, ctx)
  const strict = services.config.NODE_ENV === 'test'

  const run = async (context: Parameters<AnyEndpoint['handle']>[1]): Promise<PresentedAnswer> => {
    const input = await parseInput(endpoint, raw, services.config)
    if ('project' in context && endpoint.actsWith?.(input.body)) refuseDisabled('acts', context.project)
    return presentAnswer(endpoint, await endpoint.handle(input, context), { strict, log: ctx.state.log })
  }
  const runIn = async (identity: ProjectIdentity): Promise<PresentedAnswer> => {
    const context = { ...open, ...identity }
    if (!endpoint.idempotent) return run({ ...context, idempotency: null })
    const request: RequestWithKey = {
      projectId: context.projectId,
      credential: identity.caller.type === 'publicKey' ? 'public' : 'secret',
      endpoint: endpointName(endpoint),
      key: ctx.headers['idempotency-key'],
      ttlMs: services.config.IDEMPOTENCY_KEY_TTL_HOURS * HOUR_MS,
    }
    return withIdempotencyKey(request, ctx.state.log, (idempotency) => run({ ...context, idempotency }))
  }

  const presented = identity && 'project' in identity ? await runIn(identity) : await run({ ...open, ...identity })
  // An error of the stream is answered without the headers of the stream.
  const stream = await openStream(presented, gateway, ctx, identity)
  ctx.status = presented.status
  if (presented.headers) ctx.set({ ...presented.headers })
  if (presented.body !== null) ctx.body = presented.body
  if (stream === null) return
  // A compressor would hold megabytes for a client that does not read.
  ctx.compress = false
  ctx.body = stream
}

async function openStream(
  { stream }: PresentedAnswer,
  { services }: Gateway,
  ctx: GatewayContext,
  identity: Identity | null,
): Promise<Readable | null> {
  if (!stream || ctx.method === 'HEAD') return null
  const network = clientNetwork(clientAddress(ctx.req, services.config.TRUSTED_PROXY_HOPS))
  return services.streams.open(streamClient(identity, network), stream, ctx.res)
}

/**
 * Authenticates the request; null for an open endpoint. The refused request of an unknown sender, or of a user who is
 * not a member, counts against the limit of its network. Only the look-up tells it from a valid request, so that a
 * network that many clients share never stops a valid key.
 */
async function identify(
  endpoint: AnyEndpoint,
  { services, sessions, rateLimit }: Gateway,
  ctx: GatewayContext,
  params: Record<string, string>,
): Promise<Identity | null> {
  const { access } = endpoint
  if (access === 'open') return null
  const credentials = { method: ctx.method, headers: ctx.headers, id: params['id'] }
  const isSuspect = rateLimit.isNetworkOverLimit(ctx)
  const authenticated = authenticate(access, credentials, { sessions, config: services.config, isSuspect })
  return authenticated.catch(async (error: unknown) => {
    if (error instanceof AppError) await rateLimit.count(endpoint, null, ctx)
    throw error
  })
}

function noteSender(identity: Identity | null, { state }: GatewayContext): void {
  if (!identity) return
  if ('user' in identity) {
    state.log = state.log.child({ userId: identity.user._id })
    return
  }
  state.projectId = identity.projectId
  const { projectId, caller } = identity
  const keyId = caller.type === 'secretKey' ? caller.keyId : null
  state.log = state.log.child({ projectId, ...(keyId === null ? {} : { keyId }) })
}

/** Refuses a member without a required role, a key without the scope, and what a disabled project refuses. */
function refuseInProject(endpoint: AnyEndpoint, { project, caller }: ProjectIdentity): void {
  const { roles } = endpoint
  if (caller.type === 'secretKey') requireScope(caller.scope, scopeOf(endpoint))
  if (roles && caller.type === 'user' && !roles.includes(caller.role)) {
    throw new AppError('FORBIDDEN', 'Your role in this project does not allow this action', {
      details: { role: caller.role },
    })
  }
  refuseDisabled(effectOf(endpoint), project)
}

/** Refuses an effect on a disabled project: see `Effect`. */
function refuseDisabled(effect: Effect, project: ProjectIdentity['project']): void {
  if (!project.disabled || effect === 'reads' || (effect === 'keeps' && !project.erasure)) return
  const message = project.erasure ? 'This project is being reset' : 'This project is disabled'
  throw new AppError('PROJECT_DISABLED', message, { details: { reason: project.disabledReason } })
}

function requireScope(scope: KeyScope, needed: KeyScope): void {
  if (isInScope(scope, needed)) return
  const allowed = needed === 'full' ? 'full' : `${needed} or full`
  throw new AppError('FORBIDDEN', `This API key has the scope ${scope}. This request requires the scope ${allowed}`, {
    details: { scope, needed },
  })
}

function openContext({ services, sessions }: Gateway, { req, state, method, headers }: GatewayContext): OpenContext {
  const { requestId, log } = state
  const address = clientAddress(req, services.config.TRUSTED_PROXY_HOPS)
  const isClientGone = (): boolean => req.socket.destroyed
  return { requestId, log, services, sessions, method, headers, clientNetwork: clientNetwork(address), isClientGone }
}

/**
 * Receives the body: its bytes, or the parsed values of a form. The body is complete before an idempotency key is
 * claimed, so that a slow upload does not use up the claim.
 */
async function receiveBody(
  endpoint: AnyEndpoint,
  ctx: GatewayContext,
  reservation: ByteReservation,
): Promise<Pick<RawInput, 'body' | 'file' | 'form'>> {
  const kind = endpoint.request?.body
  if (kind instanceof FormFields) return { body: Buffer.alloc(0), form: await receiveForm(ctx, reservation) }
  if (kind instanceof FileUpload) return { body: Buffer.alloc(0), file: await receiveFile(kind, ctx, reservation) }
  if (!kind || !hasBody(ctx.req)) return { body: Buffer.alloc(0) }
  requirePlainEncoding(ctx.headers)
  if (kind !== rawBody) requireJson(ctx.headers)
  const { bodyLimitBytes: limitBytes = DEFAULT_BODY_LIMIT_BYTES } = endpoint
  return { body: await readBody(ctx.req, { limitBytes, reservation }) }
}

/** The sink of a file that is stored while it arrives; null for another body. */
function openSink({ request }: AnyEndpoint, identity: Identity | null): FileSink | null {
  const kind = request?.body
  if (!(kind instanceof StreamedUpload)) return null
  if (!identity || !('project' in identity)) throw new Error('A streamed file belongs to a project')
  return kind.open(identity.projectId)
}

async function receiveLargeFile(
  endpoint: AnyEndpoint,
  { services }: Gateway,
  { req, headers, query }: GatewayContext,
  target: { sink: FileSink; reservation: ByteReservation },
): Promise<Pick<RawInput, 'body' | 'file'>> {
  const kind = endpoint.request?.body
  if (!(kind instanceof StreamedUpload) || !hasBody(req)) throw badFile('required', 'Attach a file')
  requirePlainEncoding(headers)
  requireUpload(headers)
  requireQuery(endpoint, query)
  extendRequestTime(req, kind.timeMsOf(services.config))
  const file = await receiveStream(req, { ...target, limitBytes: kind.limitOf(services.config) })
  return { body: Buffer.alloc(0), file }
}

async function receiveFile(
  { limitBytes }: FileUpload,
  { req, headers }: GatewayContext,
  reservation: ByteReservation,
): Promise<UploadedFile> {
  if (!hasBody(req)) return parseUpload(headers, Buffer.alloc(0), limitBytes)
  requirePlainEncoding(headers)
  requireUpload(headers)
  return parseUpload(headers, await readBody(req, { limitBytes, overheadBytes: FORM_BYTES, reservation }), limitBytes)
}

async function receiveForm({ req, headers }: GatewayContext, reservation: ByteReservation): Promise<FormValues> {
  if (!hasBody(req)) return {}
  requirePlainEncoding(headers)
  requireForm(headers)
  return parseForm(headers, await readBody(req, { limitBytes: FORM_BYTES, reservation }))
}
