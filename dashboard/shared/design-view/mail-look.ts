import type { CSSProperties } from 'react'
import {
  contrastOf,
  darkGround,
  darkInk,
  inkOn,
  mixed,
  READABLE_CONTRAST,
} from '../../../models/domain/design/colours.js'
import { FONT_STACKS, type Look } from '../../../models/domain/design/look.js'

/** The colours that the reader of a message prefers. */
export type Scheme = 'light' | 'dark'

/** The look of a message as properties of CSS, which the classes of its blocks use. */
export function lookStyle(look: Look, scheme: Scheme): CSSProperties {
  return {
    ...groundStyle(look, look.surface, scheme),
    '--mail-canvas': isDark(look, scheme) ? darkGround(look.canvas) : look.canvas,
    '--mail-radius': `${look.radius}px`,
    '--mail-font': FONT_STACKS[look.font],
  } as CSSProperties
}

/** The colours of blocks on a ground, which are readable on it as the server makes them. */
export function groundStyle(look: Look, ground: string, scheme: Scheme): CSSProperties {
  const isReadable = (color: string): boolean => contrastOf(color, ground) >= READABLE_CONTRAST
  const ink = ground === look.surface || isReadable(look.ink) ? look.ink : inkOn(ground)
  const accent = ground === look.surface || isReadable(look.accent) ? look.accent : ink
  const onAccent = inkOn(accent)
  const dark = isDark(look, scheme)
  const shownInk = dark ? darkInk(ink, ground) : ink
  const shownGround = dark ? darkGround(ground) : ground
  const shownAccent = dark ? darkInk(accent, ground) : accent
  return {
    '--mail-surface': shownGround,
    '--mail-ink': shownInk,
    '--mail-accent': shownAccent,
    '--mail-button': dark ? darkGround(accent) : accent,
    '--mail-on-button': dark ? darkInk(onAccent, accent) : onAccent,
    '--mail-muted': mixed(shownInk, shownGround, 0.25),
    '--mail-line': mixed(shownInk, shownGround, 0.8),
    '--mail-chip': mixed(shownAccent, shownGround, 0.84),
  } as CSSProperties
}

function isDark(look: Look, scheme: Scheme): boolean {
  return scheme === 'dark' && look.dark === 'auto'
}
