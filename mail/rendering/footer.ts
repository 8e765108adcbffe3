import { tagsOf } from './choose-translation.js'
import { escapeHtml } from './escape-html.js'
import { readDocument } from './read-document.js'
import type { Budget } from './threads/budget.js'
import { FOOTER_TEXTS, type FooterText } from './footer-texts.js'

/** The recipient's links to unsubscribe and to manage the subscription. */
export interface SubscriptionLinks {
  unsubscribeUrl: string
  manageUrl: string
}

export interface FooterInput extends SubscriptionLinks {
  /**
   * The language of the recipient or, if the recipient has none, of the project; English where neither has a footer.
   */
  locale: unknown
  projectName: string
}

/** A rendered body without its footer, the recipient's links, and the content of the footer. */
export interface BodyBeforeFooter {
  html: string
  links: SubscriptionLinks
  /** Null where the message has no footer. */
  footer: Omit<FooterInput, keyof SubscriptionLinks> | null
}

/** A body with its footer. */
export interface BodyWithFooter {
  html: string
  /** Whether a reader can find a link to one of the recipient's pages. */
  offersUnsubscribe: boolean
}

/**
 * Adds the footer of a marketing message inside the body. The footer is left out where a link that a reader can see and
 * follow leads to one of the recipient's pages. The header of RFC 8058 does not replace such a link, because not every
 * client shows it. Throws OverBudget.
 */
export function withFooter({ html, links, footer }: BodyBeforeFooter, budget: Budget | null = null): BodyWithFooter {
  // A document without the token of a page has no link to that page. Most messages contain no token.
  const isNamed = pagesOf(links)
    .map(tokenIn)
    .some((token) => html.includes(token) || html.includes(escapeHtml(token)))
  if (!isNamed && !footer) return { html, offersUnsubscribe: false }
  budget?.admitHtml(html)
  const { links: seen, end } = readDocument(html)
  const isOffered = isNamed && seen.some((href) => pagesOf(links).some((url) => leadsTo(url, href)))
  if (isOffered || !footer) return { html, offersUnsubscribe: isOffered }
  return {
    html: `${html.slice(0, end)}${footerHtml({ ...footer, ...links })}${html.slice(end)}`,
    offersUnsubscribe: true,
  }
}

function tokenIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

function leadsTo(page: string, href: string): boolean {
  return href.startsWith(page) && /^(?:$|[?#&])/.test(href.slice(page.length))
}

function pagesOf({ unsubscribeUrl, manageUrl }: SubscriptionLinks): string[] {
  return [unsubscribeUrl, manageUrl]
}

function footerHtml({ locale, projectName, unsubscribeUrl, manageUrl }: FooterInput): string {
  const text = textFor(locale)
  // A function is needed, because `$` has a meaning in a replacement text.
  const reason = escapeHtml(text.reason.replace('{project}', () => projectName))
  const style = 'margin:32px 0 0;padding:16px;text-align:center;font:12px/1.5 Arial,sans-serif;color:#6b7280'
  const links = [link(unsubscribeUrl, text.unsubscribe), link(manageUrl, text.manage)].join(' &middot; ')
  return `<div style="${style}"><p style="margin:0 0 4px">${reason}</p><p style="margin:0">${links}</p></div>`
}

function link(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}" style="color:#6b7280;text-decoration:underline">${escapeHtml(label)}</a>`
}

function textFor(locale: unknown): FooterText {
  const language = tagsOf(locale).at(-1) ?? 'en'
  return Object.hasOwn(FOOTER_TEXTS, language) ? (FOOTER_TEXTS[language] ?? FOOTER_TEXTS.en) : FOOTER_TEXTS.en
}
