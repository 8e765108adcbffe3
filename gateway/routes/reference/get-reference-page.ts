import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'
import { MARK } from '../../pages/product-mark.js'
import { REFERENCE_VERSION } from './reference-files.js'

// The gateway serves the scripts and styles, and they send requests to the gateway alone.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7.5" fill="#2f5fd0"/>' +
      `<path d="${MARK.line}" fill="none" stroke="#fff" stroke-width="3.5"/><path d="${MARK.form}" fill="#fff"/></svg>`,
  )

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Posthorn API</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="/docs/swagger-ui.css?v=${REFERENCE_VERSION}">
    <link rel="stylesheet" href="/docs/reference.css?v=${REFERENCE_VERSION}">
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page requires JavaScript. You can read <a href="/openapi.json">openapi.json</a> instead.</noscript>
    <script src="/docs/swagger-ui-bundle.js?v=${REFERENCE_VERSION}"></script>
    <script src="/docs/reference.js?v=${REFERENCE_VERSION}"></script>
  </body>
</html>
`

export const getReferencePageRoute = defineEndpoint({
  operationId: 'getReferencePage',
  method: 'get',
  path: '/docs',
  access: 'open',
  summary: 'Show the interactive API reference',
  response: new Media('text/html'),
  errors: [],
  async handle() {
    return content('text/html', PAGE, { 'Content-Security-Policy': CONTENT_SECURITY_POLICY })
  },
})
