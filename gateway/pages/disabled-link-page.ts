import type { IncomingHttpHeaders } from 'node:http'
import { gone, type Content } from '../http/response/reply.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import { html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'

/**
 * The page in the place of a tracked link's target while the project is disabled, with status 410: programs that check
 * links understand it, and it promises no page. It names neither the project nor the target.
 */
export function disabledLinkPage(headers: IncomingHttpHeaders): Content {
  const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
  const { disabledTitle: title, disabled } = PAGE_TEXTS[language]
  return gone(
    page({
      language,
      title,
      body: html`<h1>${title}</h1>
        <p>${disabled}</p>`,
    }),
  )
}
