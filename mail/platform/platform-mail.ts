import { isNoticeKind, type NotificationKind } from '../../models/domain/notification-kinds.js'
import type { Language } from '../../models/domain/choose-language.js'
import type { PlatformText } from './platform-text.js'
import { de } from './texts/de.js'
import { en } from './texts/en.js'
import { es } from './texts/es.js'
import { fr } from './texts/fr.js'
import { it } from './texts/it.js'
import { ja } from './texts/ja.js'
import { nl } from './texts/nl.js'
import { pl } from './texts/pl.js'
import { pt } from './texts/pt.js'
import { sv } from './texts/sv.js'

/** The texts of platform mail by language. */
export const PLATFORM_TEXTS: Record<Language, PlatformText> = { en, de, fr, es, it, nl, pt, pl, sv, ja }

/** Every kind of mail that the installation itself sends to its users. */
export const PLATFORM_MAIL_KINDS = [
  'verify',
  'reset',
  'connected',
  'moving',
  'invite',
  'testAddress',
  'paused',
  'disabled',
  'unpaid',
  'notification',
] as const

export type PlatformMailKind = (typeof PLATFORM_MAIL_KINDS)[number]

// The text below the link of each kind. Someone may ask for a link in another person's name, and links expire.
const NOTES: Record<
  PlatformMailKind,
  readonly ('expires' | 'ignore' | 'expiresInWeek' | 'ignoreInvitation' | 'wanted')[]
> = {
  verify: ['expires', 'ignore'],
  reset: ['expires', 'ignore'],
  connected: [],
  moving: [],
  invite: ['expiresInWeek', 'ignoreInvitation'],
  testAddress: ['ignore'],
  paused: [],
  disabled: [],
  unpaid: [],
  notification: ['wanted'],
}

/**
 * The template of a platform mail, in Liquid. Its variables are `address` and `link`; `service` for the kind
 * `connected`; `sent`, `bounces` and `complaints` for the kind `paused`; and `project` where `isNamed` and the kind is
 * about a project. `notice` is the kind of the notification that a mail of the kind `notification` is about.
 */
export function platformTemplate(
  kind: PlatformMailKind,
  language: Language,
  { isNamed, notice }: { isNamed: boolean; notice?: NotificationKind | undefined },
): { subject: string; body: string } {
  const texts = PLATFORM_TEXTS[language]
  const mail = texts[kind]
  const text = 'unnamed' in mail && !isNamed ? mail.unnamed : mail.text
  const notes = NOTES[kind].map((note) => texts[note])
  const subject = notice && isNoticeKind(notice) ? texts.notices[notice] : mail.subject
  // The text of a notification only says where it happened.
  const whole = kind === 'notification' ? `<b>${subject}</b><br>${text}` : text
  return { subject, body: layout(language, { text: whole, button: mail.button, notes }) }
}

function layout(language: Language, of: { text: string; button: string; notes: string[] }): string {
  const link =
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none'
  const note = 'margin:0 0 8px;color:#57606a;font-size:14px'
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head>`,
    '<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif;color:#1f2328">',
    '<div style="max-width:480px;margin:0 auto">',
    `<p style="margin:0 0 24px">${of.text}</p>`,
    `<p style="margin:0 0 24px"><a href="{{ link }}" style="${link}">${of.button}</a></p>`,
    ...of.notes.map((text) => `<p style="${note}">${text}</p>`),
    '</div></body></html>',
  ].join('\n')
}
