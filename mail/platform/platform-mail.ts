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

/** A kind of mail that the installation itself sends to its users. */
export type PlatformMailKind = 'verify' | 'reset' | 'invite' | 'disabled' | 'unpaid'

// Anybody may ask for these in the name of another, and their links expire.
const ON_REQUEST: ReadonlySet<PlatformMailKind> = new Set(['verify', 'reset'])

/** The template of a platform mail in Liquid: it takes `link`, `address` and, of some kinds, `project`. */
export function platformTemplate(kind: PlatformMailKind, language: Language): { subject: string; body: string } {
  const texts = PLATFORM_TEXTS[language]
  const { subject, text, button } = texts[kind]
  const notes = ON_REQUEST.has(kind) ? [texts.expires, texts.ignore] : []
  return { subject, body: layout(language, { text, button, notes }) }
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
