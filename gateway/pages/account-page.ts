import { PLATFORM_TEXTS } from '../../mail/platform/platform-mail.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import type { Content } from '../http/response/reply.js'
import { html, type Html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'

/** What the link of a mail to a user leads to, where the installation has no dashboard. */
export type AccountPageKind = 'verify' | 'reset'

/** The page behind such a link, in the browser's language: a form that is sent to the same address, or word that it is done. */
export function accountPage(
  kind: AccountPageKind,
  { isDone, acceptLanguage }: { isDone: boolean; acceptLanguage: string | undefined },
): Content {
  const language = chooseLanguage({ acceptLanguage })
  const { subject: title, button } = PLATFORM_TEXTS[language][kind]
  const body = isDone ? html`<p class="saved" role="status">${PAGE_TEXTS[language].saved}</p>` : form(kind, button)
  return page({
    language,
    title,
    body: html`<h1>${title}</h1>
      ${body}`,
  })
}

function form(kind: AccountPageKind, button: string): Html {
  const password = html`<p>
    <input
      name="newPassword"
      type="password"
      autocomplete="new-password"
      minlength="8"
      maxlength="128"
      required
      aria-label="${button}"
    />
  </p>`
  return html`<form method="post">${kind === 'reset' ? password : ''}<button class="strong">${button}</button></form>`
}
