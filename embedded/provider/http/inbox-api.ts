import type { Behaviour } from '../behaviour.js'
import { parseAttachment, parseDetail, parseHtml } from '../mail/message-detail.js'
import type { MessageStore } from '../storage/message-store.js'
import { readBody } from './read-body.js'
import { sendBytes, sendJson, sendNotFound, type Exchange } from './respond.js'
import type { Route } from './router.js'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 10_000
const MAX_KNOBS_BYTES = 64 << 10

/** A mail may load images and styles and open links in a new tab. It may not run scripts, send forms or frame pages. */
const MAIL_POLICY = [
  "default-src 'none'",
  'img-src data: http: https:',
  "style-src 'unsafe-inline' http: https:",
  'font-src data: http: https:',
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/** The messages as JSON, and the knobs. */
export function inboxRoutes(store: MessageStore, behaviour: Behaviour): Route[] {
  return [
    { method: 'GET', path: '/messages', handle: (exchange) => listMessages(exchange, store) },
    { method: 'DELETE', path: '/messages', handle: (exchange) => deleteMessages(exchange, store) },
    { method: 'GET', path: /^\/messages\/([^/]+)$/, handle: (exchange) => getMessage(exchange, store) },
    { method: 'GET', path: /^\/messages\/([^/]+)\/raw$/, handle: (exchange) => getRaw(exchange, store) },
    { method: 'GET', path: /^\/messages\/([^/]+)\/html$/, handle: (exchange) => getHtml(exchange, store) },
    {
      method: 'GET',
      path: /^\/messages\/([^/]+)\/attachments\/(\d+)$/,
      handle: (exchange) => getAttachment(exchange, store),
    },
    { method: 'GET', path: '/behaviour', handle: ({ res }) => sendJson(res, 200, behaviour.knobs) },
    { method: 'PUT', path: '/behaviour', handle: (exchange) => putBehaviour(exchange, behaviour) },
  ]
}

function listMessages({ res, query }: Exchange, store: MessageStore): void {
  const limit = query.has('limit') ? Number(query.get('limit')) : DEFAULT_LIMIT
  if (!Number.isInteger(limit) || limit < 0) {
    return sendInvalid(res, [{ field: 'limit', message: `A whole number from 0 to ${MAX_LIMIT}` }])
  }
  const search = { to: query.get('to') ?? '', subject: query.get('subject') ?? '', limit: Math.min(limit, MAX_LIMIT) }
  sendJson(res, 200, store.index.search(search))
}

function deleteMessages({ res }: Exchange, store: MessageStore): void {
  store.clear()
  res.writeHead(204).end()
}

async function getMessage({ res, params }: Exchange, store: MessageStore): Promise<void> {
  const found = store.readRaw(params[0] ?? '')
  if (!found) return sendNotFound(res, 'Message not found')
  sendJson(res, 200, { ...found.summary, ...(await parseDetail(found.raw)) })
}

function getRaw({ res, params }: Exchange, store: MessageStore): void {
  const found = store.readRaw(params[0] ?? '')
  if (!found) return sendNotFound(res, 'Message not found')
  sendBytes(res, 200, 'message/rfc822', found.raw, {
    'content-disposition': `attachment; filename="${found.summary.id}.eml"`,
  })
}

async function getHtml({ res, params }: Exchange, store: MessageStore): Promise<void> {
  const found = store.readRaw(params[0] ?? '')
  const html = found && (await parseHtml(found.raw))
  if (!html) return sendNotFound(res, 'Message not found, or it has no HTML')
  sendBytes(res, 200, 'text/html; charset=utf-8', Buffer.from(html), {
    'content-security-policy': MAIL_POLICY,
    'referrer-policy': 'no-referrer',
  })
}

async function getAttachment({ res, params }: Exchange, store: MessageStore): Promise<void> {
  const found = store.readRaw(params[0] ?? '')
  const file = found && (await parseAttachment(found.raw, Number(params[1])))
  if (!file) return sendNotFound(res, 'Attachment not found')
  sendBytes(res, 200, 'application/octet-stream', file.content, {
    'content-disposition': `attachment; filename*=UTF-8''${percentEncode(file.filename)}`,
  })
}

async function putBehaviour({ req, res }: Exchange, behaviour: Behaviour): Promise<void> {
  const faults = behaviour.merge(parseJson(await readBody(req, MAX_KNOBS_BYTES)))
  if (faults.length > 0) return sendInvalid(res, faults)
  sendJson(res, 200, behaviour.knobs)
}

function sendInvalid(res: Exchange['res'], errors: { field: string; message: string }[]): void {
  const message = `Invalid value for: ${errors.map(({ field }) => field || 'body').join(', ')}`
  sendJson(res, 422, { error: { code: 'VALIDATION_ERROR', message, errors } })
}

/** Encodes as RFC 8187 asks: encodeURIComponent leaves four characters that a parameter may not hold. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
