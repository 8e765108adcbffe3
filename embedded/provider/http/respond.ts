import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request as a handler sees it; `params` are the groups of the route's pattern. */
export interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  query: URLSearchParams
  params: string[]
}

/** Answers with JSON. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendBytes(res, status, 'application/json', JSON.stringify(body), headers)
}

/** Answers with a body of any type, which a browser neither sniffs nor caches. */
export function sendBytes(
  res: ServerResponse,
  status: number,
  contentType: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent || res.destroyed) return
  res.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  res.end(body)
}

/** The 404 for a path or a message that is not there. */
export function sendNotFound(res: ServerResponse, message: string): void {
  sendJson(res, 404, { error: { code: 'RESOURCE_NOT_FOUND', message } })
}
