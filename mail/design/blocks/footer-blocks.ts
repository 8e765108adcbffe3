import { mixed } from '../../../models/domain/design/colours.js'
import type { FooterBlock, SocialBlock, SocialKind } from '../../../models/domain/design/design.js'
import { PREFERENCES_ADDRESS, UNSUBSCRIBE_ADDRESS } from '../../../models/domain/design/address.js'
import { tagsOf } from '../../rendering/choose-translation.js'
import { FOOTER_TEXTS, type FooterText } from '../../rendering/footer-texts.js'
import { classes, fontStyle, rawRow, type Drawing } from '../drawing.js'
import { escapeLines, escapeText } from '../escape.js'
import { liquidAddress } from '../liquid.js'

const SOCIAL_NAMES: Record<SocialKind, string> = {
  website: 'Website',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  mastodon: 'Mastodon',
  github: 'GitHub',
  bluesky: 'Bluesky',
}
// The language of the recipient, as the footer of other messages finds it.
const RECIPIENT_LANGUAGE = '{% assign footer_language = locale | downcase | replace: "_", "-" | split: "-" | first %}'

/** The social links of the brand; nothing without any. */
export function social({ id, align = 'center' }: SocialBlock, drawing: Drawing): string {
  const { brand, look, locals } = drawing
  const links = (brand.social ?? []).map(({ kind, href }) =>
    link(drawing, { href: liquidAddress(href, locals), label: SOCIAL_NAMES[kind], colour: look.accent }),
  )
  if (links.length === 0) return ''
  const style = `${fontStyle(drawing, 14, '1.6')};text-align:${align}`
  return rawRow({ id, align }, `<div style="${style}">${links.join(' &#160;·&#160; ')}</div>`)
}

/** Postal address, why one gets the message, and the links to unsubscribe and to the preferences. */
export function footer({ id, align = 'center' }: FooterBlock, drawing: Drawing): string {
  const { brand, look, dark, ground, locals } = drawing
  const ink = mixed(look.ink, ground, 0.25)
  const address = brand.postalAddress?.trim() ?? ''
  const lines = [
    ...(address === '' ? [] : [escapeLines(address)]),
    inLanguages(drawing, ({ reason }) => escapeText(reason.replace('{project}', () => drawing.projectName))),
    [
      link(drawing, {
        href: liquidAddress(UNSUBSCRIBE_ADDRESS, locals),
        label: inLanguages(drawing, ({ unsubscribe }) => escapeText(unsubscribe)),
        colour: ink,
      }),
      link(drawing, {
        href: liquidAddress(PREFERENCES_ADDRESS, locals),
        label: inLanguages(drawing, ({ manage }) => escapeText(manage)),
        colour: ink,
      }),
    ].join(' &#160;·&#160; '),
  ]
  const paragraphs = lines.map((line) => `<p style="margin:0 0 4px">${line}</p>`).join('')
  const style = `${fontStyle(drawing, 13, '1.5')};text-align:${align};color:${ink}`
  const content = `${RECIPIENT_LANGUAGE}<div${classes(dark.text(ink, ground))} style="${style}">${paragraphs}</div>`
  return rawRow({ id, align }, content, { padding: '16px 12px' })
}

function link(
  { dark, ground }: Drawing,
  { href, label, colour }: { href: string; label: string; colour: string },
): string {
  const look = `color:${colour};text-decoration:underline`
  return `<a href="${href}"${classes(dark.text(colour, ground))} style="${look}">${label}</a>`
}

/** A text of the footer in the language of each recipient; without one, in that of the message. */
function inLanguages({ language }: Drawing, textOf: (text: FooterText) => string): string {
  const own = tagsOf(language).at(-1) ?? 'en'
  const usual = Object.hasOwn(FOOTER_TEXTS, own) ? own : 'en'
  const others = Object.entries(FOOTER_TEXTS).filter(([tag]) => tag !== usual)
  const cases = others.map(([tag, text]) => `{% when "${tag}" %}${textOf(text)}`)
  return `{% case footer_language %}${cases.join('')}{% else %}${textOf(FOOTER_TEXTS[usual] ?? FOOTER_TEXTS.en)}{% endcase %}`
}
