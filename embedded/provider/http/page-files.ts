import { readFile } from 'node:fs/promises'
import { programFile } from '../../../runtime/program-files.js'
import { sendBytes } from './respond.js'
import type { Route } from './router.js'

const FOLDER = programFile('embedded/provider/page/')

const FILES = [
  { path: '/', name: 'inbox.html', type: 'text/html; charset=utf-8' },
  { path: '/page/inbox.css', name: 'inbox.css', type: 'text/css; charset=utf-8' },
  { path: '/page/inbox.js', name: 'inbox.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/domains.js', name: 'domains.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/list.js', name: 'list.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/message.js', name: 'message.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/elements.js', name: 'elements.js', type: 'text/javascript; charset=utf-8' },
]

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The routes of the inbox page, whose files stay in memory. */
export async function pageRoutes(): Promise<Route[]> {
  return Promise.all(
    FILES.map(async ({ path, name, type }) => {
      const bytes = await readFile(new URL(name, FOLDER))
      const headers = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' }
      return { method: 'GET', path, handle: ({ res }) => sendBytes(res, 200, type, bytes, headers) } satisfies Route
    }),
  )
}
