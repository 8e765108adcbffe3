import type { IncomingHttpHeaders } from 'node:http'
import { gone, type Content } from '../http/response/reply.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import { html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'

/**
 * The page that replaces the target of a tracked link while the project is disabled. The status is 410, which programs
 * that check links understand. The page names neither the project nor the target.
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
