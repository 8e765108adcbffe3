import type { Recipient } from '../../commands/sending/emails/find-recipient.js'
import { SNOOZE_DURATIONS } from '../../models/domain/snooze.js'
import type { Content } from '../http/response/reply.js'
import { chooseLanguage, type Language } from '../../models/domain/choose-language.js'
import { fill, html, type Html } from './html.js'
import { maskAddress } from './mask-address.js'
import { PAGE_TEXTS } from './page-texts.js'
import { page } from './page.js'
import type { PageText } from './texts/page-text.js'

/** The kinds of recipients' pages. All three show the state and can change it; they differ in their question. */
export type PageKind = 'unsubscribe' | 'subscribe' | 'manage'

/** The outcome of the choice that a page answers; null if the page is only shown. */
export type PageNotice = 'saved' | 'limited' | null

/** The data of a recipient's page. */
export interface RecipientView extends Recipient {
  kind: PageKind
  notice: PageNotice
  acceptLanguage: string | undefined
}

/** The page of a recipient in their language: their state and their choices. */
export function recipientPage(view: RecipientView): Content {
  const { project, contact, acceptLanguage } = view
  const locale: unknown = contact?.data['locale']
  const language = chooseLanguage({ locale, projectLanguage: project?.language, acceptLanguage })
  const texts = PAGE_TEXTS[language]
  const body = html`${project ? html`<p class="sender"><bdi>${project.name}</bdi></p>` : ''}
  ${contact && project ? choices({ ...view, project, contact }, language, texts) : unlisted(view, texts)}`
  return page({ language, title: [texts.pageTitle, project?.name].filter(Boolean).join(' – '), body })
}

type KnownView = RecipientView & { [Key in 'project' | 'contact']: NonNullable<Recipient[Key]> }

function choices(view: KnownView, language: Language, texts: PageText): Html {
  const { contact, project } = view
  const notice = view.notice && html`<p class="saved" role="status">${texts[view.notice]}</p>`
  const names = { address: strong(maskAddress(contact.email)), project: strong(project.name) }
  if (contact.subscribed) {
    const asks = view.kind === 'unsubscribe' && !view.notice
    return html`<h1>${asks ? texts.askUnsubscribe : texts.subscribedTitle}</h1>
      ${notice ?? ''}
      <p>${fill(texts.subscribed, names)}</p>
      ${button('unsubscribe', texts.unsubscribe, 'strong')} ${pause(texts)}`
  }
  if (contact.snoozedUntil) {
    return html`<h1>${texts.pausedTitle}</h1>
      ${notice ?? ''}
      <p>${fill(texts.paused, { ...names, date: day(contact.snoozedUntil, language) })}</p>
      ${button('unsubscribe', texts.unsubscribe, view.kind === 'unsubscribe' ? 'strong' : 'plain')}
      ${button('subscribe', texts.resume, view.kind === 'unsubscribe' ? 'plain' : 'strong')}`
  }
  const asks = view.kind === 'subscribe' && !view.notice
  return html`<h1>${asks ? texts.askSubscribe : texts.unsubscribedTitle}</h1>
    ${notice ?? ''}
    <p>${fill(texts.unsubscribed, names)}</p>
    ${button('subscribe', texts.subscribe, asks ? 'strong' : 'plain')}`
}

// Without a contact the address is not known, but the choice is kept for the contact that will have it.
function unlisted({ kind, notice, mailbox }: RecipientView, texts: PageText): Html {
  const isOut = mailbox?.isOptedOut === true
  const offersBack = isOut && (kind !== 'unsubscribe' || notice)
  return html`<h1>${isOut ? texts.unsubscribedTitle : texts.unlistedTitle}</h1>
    ${(mailbox && notice && html`<p class="saved" role="status">${texts[notice]}</p>`) ?? ''}
    <p>${texts.unlisted}</p>
    ${offersBack ? button('subscribe', texts.subscribe, 'plain') : ''}
    ${mailbox && !isOut ? button('unsubscribe', texts.unsubscribe, 'plain') : ''}`
}

function pause(texts: PageText): Html {
  const options = SNOOZE_DURATIONS.map(
    (duration) => html`<option value="${duration}">${texts.durations[duration]}</option>`,
  )
  return html`<section>
    <h2>${texts.pauseTitle}</h2>
    <form method="post">
      <label for="duration">${texts.pauseLabel}</label>
      <div class="row">
        <select id="duration" name="duration">
          ${options}
        </select>
        <button name="action" value="snooze">${texts.pause}</button>
      </div>
    </form>
  </section>`
}

// A form without an `action` is sent to the address of its page.
function button(action: 'unsubscribe' | 'subscribe', label: string, style: 'strong' | 'plain'): Html {
  return html`<form method="post"><button name="action" value="${action}" class="${style}">${label}</button></form>`
}

function day(date: Date, language: Language): Html {
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  return html`<time datetime="${date.toISOString().slice(0, 10)}">${text}</time>`
}

// Isolated with bdi, because a right-to-left name would reorder the words around it.
function strong(name: string): Html {
  return html`<b><bdi>${name}</bdi></b>`
}
