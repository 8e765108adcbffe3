import { PLATFORM_TEXTS } from '../../mail/platform/platform-mail.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import { content, type Content } from '../http/response/reply.js'
import { fill, html, type Html } from './html.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'
import { PRODUCT_MARK } from './product-mark.js'
import type { PageText } from './texts/page-text.js'

/** The data of the page of an invitation. */
export interface InvitationView {
  /** The invited address. */
  email: string
  /** Whether the invited address has no account yet. */
  maySignUp: boolean
  /** The address of the user whose session the browser has; null without one. */
  signedInAs: string | null
  acceptLanguage: string | undefined
}

/** The page behind the link of an invitation: forms that are sent to the same address. */
export function invitationPage({ email, maySignUp, signedInAs, acceptLanguage }: InvitationView): Content {
  const { texts, button, show } = inLanguage(acceptLanguage)
  if (signedInAs !== null) {
    return show(
      html`<p>${fill(texts.signedInAs, { address: strong(signedInAs) })}</p>
        ${form('accept', html``, button)}`,
    )
  }
  const newPassword = field({ name: 'newPassword', type: 'password', label: texts.newPasswordLabel })
  const signUp = html`<p>${fill(texts.newAccount, { address: strong(email) })}</p>
    ${form('signUp', newPassword, button)}`
  return show(html`${maySignUp ? signUp : ''} ${signInForm(texts)}`)
}

/** The page after the invitation is accepted. */
export function acceptedPage(acceptLanguage: string | undefined): Content {
  const { texts, show } = inLanguage(acceptLanguage)
  return show(html`<p class="saved" role="status">${texts.joined}</p>`)
}

function inLanguage(acceptLanguage: string | undefined) {
  const language = chooseLanguage({ acceptLanguage })
  const { subject: title, button } = PLATFORM_TEXTS[language].invite
  const show = (body: Html): Content =>
    withOrigin(
      page({
        language,
        title,
        body: html`${PRODUCT_MARK}
          <h1>${title}</h1>
          ${body}`,
      }),
    )
  return { texts: PAGE_TEXTS[language], button, show }
}

// Without a referrer, a browser would send the form without its origin, which tells it from the form of a foreign page.
function withOrigin({ contentType, body, headers }: Content): Content {
  return content(contentType, body, { ...headers, 'Referrer-Policy': 'same-origin' })
}

function signInForm(texts: PageText): Html {
  const fields = html`${field({ name: 'email', type: 'email', label: texts.addressLabel })}
  ${field({ name: 'password', type: 'password', label: texts.passwordLabel })}`
  return html`<section>
    <h2>${texts.haveAccount}</h2>
    ${form('signIn', fields, texts.signInAndJoin)}
  </section>`
}

function form(action: 'accept' | 'signUp' | 'signIn', fields: Html, label: string): Html {
  return html`<form method="post">
    ${fields}<button name="action" value="${action}" class="${action === 'signIn' ? 'plain' : 'strong'}">
      ${label}
    </button>
  </form>`
}

const AUTOCOMPLETE: Record<string, string> = {
  email: 'username',
  password: 'current-password',
  newPassword: 'new-password',
}

function field({ name, type, label }: { name: string; type: string; label: string }): Html {
  return html`<p>
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" autocomplete="${AUTOCOMPLETE[name] ?? 'off'}" required />
  </p>`
}

function strong(address: string): Html {
  return html`<b><bdi>${address}</bdi></b>`
}
