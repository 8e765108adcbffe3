import type { IncomingHttpHeaders } from 'node:http'
import type { AppError } from '../../models/domain/errors.js'
import type { Content } from '../http/response/reply.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import { html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'

/** The error page for recipients; it does not show the cause, because they cannot act on it. */
export function errorPage({ code }: AppError, headers: IncomingHttpHeaders): Content {
  const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
  const { brokenTitle, broken, failedTitle, failed } = PAGE_TEXTS[language]
  const [title, text] = code === 'RESOURCE_NOT_FOUND' ? [brokenTitle, broken] : [failedTitle, failed]
  return page({
    language,
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  })
}
