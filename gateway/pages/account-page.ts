import { PLATFORM_TEXTS } from '../../mail/platform/platform-mail.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import type { Content } from '../http/response/reply.js'
import { html, type Html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'
import { PRODUCT_MARK } from './product-mark.js'
import type { PageText } from './texts/page-text.js'

/** The purpose of a page that a mail to a user links to. */
export type AccountPageKind = 'verify' | 'reset'

/** The data of such a page. */
export interface AccountView {
  isDone: boolean
  /** Whether the browser has a session of the account, so that a confirmation needs no password. */
  isHolder: boolean
  /** Whether the bearer of the link may claim the account by a new password. */
  isClaimable: boolean
  acceptLanguage: string | undefined
}

/**
 * Such a page in the language of the browser: forms that are sent to the same address, or the message that the request
 * is carried out.
 */
export function accountPage(
  kind: AccountPageKind,
  { isDone, isHolder, isClaimable, acceptLanguage }: AccountView,
): Content {
  const language = chooseLanguage({ acceptLanguage })
  const { subject: title, button } = PLATFORM_TEXTS[language][kind]
  const texts = PAGE_TEXTS[language]
  return page({
    language,
    title,
    body: html`${PRODUCT_MARK}
      <h1>${title}</h1>
      ${isDone ? html`<p class="saved" role="status">${texts.saved}</p>` : forms(kind, { isHolder, isClaimable, button, texts })}`,
  })
}

function forms(
  kind: AccountPageKind,
  {
    isHolder,
    isClaimable,
    button,
    texts,
  }: Pick<AccountView, 'isHolder' | 'isClaimable'> & { button: string; texts: PageText },
): Html {
  if (kind === 'reset') return form(newPassword(button), button)
  if (isHolder) return form(html``, button)
  const byPassword = html`<p>${texts.confirmByPassword}</p>
    ${form(password(texts.passwordLabel), button)}`
  if (!isClaimable) return byPassword
  return html`${byPassword}
    <section>
      <p>${texts.confirmByNewPassword}</p>
      ${form(newPassword(texts.newPasswordLabel), texts.chooseNewPassword)}
    </section>`
}

function form(field: Html, button: string): Html {
  return html`<form method="post">${field}<button class="strong">${button}</button></form>`
}

function password(label: string): Html {
  return html`<p>
    <input name="password" type="password" autocomplete="current-password" required aria-label="${label}" />
  </p>`
}

function newPassword(label: string): Html {
  return html`<p>
    <input
      name="newPassword"
      type="password"
      autocomplete="new-password"
      minlength="8"
      maxlength="128"
      required
      aria-label="${label}"
    />
  </p>`
}
