import type { AppError } from '../../../models/domain/errors.js'
import type { Content } from '../../http/response/reply.js'
import { html } from '../../pages/html.js'
import { page } from '../../pages/page.js'

/** The page that an operator sees where the gateway runs without a built dashboard, or cannot read it. */
export function missingPage({ code, message }: AppError): Content {
  const isMissing = code === 'RESOURCE_NOT_FOUND'
  return page({
    language: 'en',
    title: isMissing ? 'No dashboard here' : 'The dashboard cannot be shown',
    body: isMissing
      ? html`<h1>No dashboard here</h1>
          <p>
            This gateway was started without the built dashboard. <code>npm start</code> builds it, and so does
            <code>npm run build</code>; the image contains it. The API works without it.
          </p>`
      : html`<h1>The dashboard cannot be shown</h1>
          <p>${message}</p>`,
  })
}
