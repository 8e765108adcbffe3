import type { AppError } from '../../../models/domain/errors.js'
import type { Content } from '../../http/response/reply.js'
import { html } from '../../pages/html.js'
import { page } from '../../pages/page.js'

/** The page that an operator sees where the gateway runs without a built dashboard, or cannot read it. */
export function missingPage({ code, message }: AppError): Content {
  const isMissing = code === 'RESOURCE_NOT_FOUND'
  return page({
    language: 'en',
    title: isMissing ? 'No dashboard installed' : 'The dashboard cannot be loaded',
    body: isMissing
      ? html`<h1>No dashboard installed</h1>
          <p>
            This gateway runs without a dashboard build. Run <code>npm start</code> or <code>npm run build</code> to
            build it. The Docker image includes it. The API works without it.
          </p>`
      : html`<h1>The dashboard cannot be loaded</h1>
          <p>${message}</p>`,
  })
}
