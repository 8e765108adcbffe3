/** Shows the reference on its page. Requests go to the origin of the page, which may differ from the configured URL. */
export const PAGE_SCRIPT = `'use strict'
fetch('/openapi.json')
  .then((response) => response.json())
  .then((document) =>
    SwaggerUIBundle({
      spec: { ...document, servers: [{ url: location.origin }] },
      dom_id: '#reference',
      deepLinking: true,
      docExpansion: 'list',
      displayRequestDuration: true,
      filter: true,
      tryItOutEnabled: true,
      validatorUrl: null,
      defaultModelsExpandDepth: 0,
    }),
  )
  .catch(() => {
    globalThis.document.querySelector('#reference').textContent = 'The reference could not be loaded.'
  })
`

/** The changes to the style of Swagger UI. */
export const PAGE_STYLE = `body { margin: 0; background: #fff; }
.swagger-ui .scheme-container { box-shadow: none; border-bottom: 1px solid #e3e6ea; padding: 16px 0; }
noscript { display: block; margin: 2rem; font: 1rem sans-serif; }
`
