import { PLATFORM_TEXTS } from '../../mail/platform/platform-mail.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import type { Content } from '../http/response/reply.js'
import { html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'

/** The data of the page of a test address. */
export interface TestAddressView {
  email: string
  isDone: boolean
  acceptLanguage: string | undefined
}

/** The page behind the link to confirm a test address: a button, or the message that the address is confirmed. */
export function testAddressPage({ email, isDone, acceptLanguage }: TestAddressView): Content {
  const language = chooseLanguage({ acceptLanguage })
  const { subject: title, button } = PLATFORM_TEXTS[language].testAddress
  return page({
    language,
    title,
    body: html`<h1>${title}</h1>
      <p>
        <b><bdi>${email}</bdi></b>
      </p>
      ${
        isDone
          ? html`<p class="saved" role="status">${PAGE_TEXTS[language].testAddress}</p>`
          : html`<form method="post"><button class="strong">${button}</button></form>`
      }`,
  })
}
