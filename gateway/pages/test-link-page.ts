import type { IncomingHttpHeaders } from 'node:http'
import type { Content } from '../http/response/reply.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import { html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'

/** The page behind the links of a test email, which offers no choice: the email had no recipient whose choice it is. */
export function testLinkPage(headers: IncomingHttpHeaders): Content {
  const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
  const { testTitle: title, test } = PAGE_TEXTS[language]
  return page({
    language,
    title,
    body: html`<h1>${title}</h1>
      <p>${test}</p>`,
  })
}
