import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { content, type Content } from '../../http/response/reply.js'
import { dashboardBundle, PAGE_NONCE } from './bundle.js'
import { missingPage } from './missing-page.js'

const pagePart = {
  method: 'get',
  access: 'open',
  limit: { exempt: 'dashboard' },
  response: new Media('text/html'),
  errorPage: missingPage,
  errors: ['RESOURCE_NOT_FOUND'],
} as const

export const showDashboardRoute = defineEndpoint({
  ...pagePart,
  operationId: 'showDashboard',
  path: '/dashboard',
  summary: 'Show the dashboard',
  handle: (_input, context) => page(context),
})

export const showDashboardPageRoute = defineEndpoint({
  ...pagePart,
  operationId: 'showDashboardPage',
  path: '/dashboard/*path',
  summary: 'Show a page of the dashboard',
  description: 'The response is the same for every path. The script of the page reads the path.',
  request: { params: z.object({ path: z.string() }) },
  handle({ params }, context) {
    // A file of a past version must not be answered with a page, which the browser would run as a script.
    if (params.path.startsWith('assets/')) throw notFound('route', `/dashboard/${params.path}`)
    return page(context)
  },
})

async function page({ services }: OpenContext): Promise<Content> {
  const bundle = await dashboardBundle(services.config.DASHBOARD_FOLDER)
  if (!bundle) throw notFound('route', '/dashboard')
  const nonce = randomBytes(18).toString('base64')
  return content('text/html', bundle.page.replaceAll(PAGE_NONCE, nonce), {
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'Cache-Control': 'no-store',
  })
}

/**
 * The page loads scripts and styles from the gateway and talks to it alone. The nonce is for the two packages that
 * insert a `<style>`: the scroll lock of dialogs, and the code editor.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The visual editor reads pasted HTML by a policy of ProseMirror. Nothing else makes one, so a script that gets in
    // can make none either.
    'trusted-types ProseMirrorClipboard',
  ].join('; ')
}
