import { tagsOf } from './choose-translation.js'
import { escapeHtml } from './escape-html.js'
import { FOOTER_TEXTS, type FooterText } from './footer-texts.js'

/** The recipient's own links, to unsubscribe and to manage the subscription. */
export interface SubscriptionLinks {
  unsubscribeUrl: string
  manageUrl: string
}

export interface FooterInput extends SubscriptionLinks {
  /** The recipient's language or, without one, the project's; English where neither has a footer. */
  locale: unknown
  projectName: string
}

/** Whether a rendered body links to one of the recipient's pages. */
export function hasSubscriptionLink(html: string, { unsubscribeUrl, manageUrl }: SubscriptionLinks): boolean {
  return [unsubscribeUrl, manageUrl].some((url) => html.includes(url) || html.includes(escapeHtml(url)))
}

/** The rendered body of a marketing message with its footer, unless it has one of the links already. */
export function withFooter(html: string, footer: FooterInput): string {
  if (hasSubscriptionLink(html, footer)) return html
  let at = html.length
  for (const { index } of html.matchAll(/<\/body>/gi)) at = index
  return `${html.slice(0, at)}${footerHtml(footer)}${html.slice(at)}`
}

function footerHtml({ locale, projectName, unsubscribeUrl, manageUrl }: FooterInput): string {
  const text = textFor(locale)
  // A function, because `$` in a replacement text has a meaning.
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
