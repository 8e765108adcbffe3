import type { CSSProperties } from 'react'
import type { Brand, DesignTheme, Font } from '../../../models/domain/design/design.js'
import { darkened, readableOn, type MailColors } from './mail-colors.js'

/** A theme in which nothing is missing. */
export interface MailLook extends MailColors {
  width: number
  font: Font
  radius: number
  dark: 'auto' | 'off'
}

const DEFAULTS: MailLook = {
  width: 600,
  font: 'sans',
  canvas: '#f4f5f7',
  surface: '#ffffff',
  ink: '#22262e',
  accent: '#2f5fd0',
  radius: 6,
  dark: 'auto',
}

const STACKS: Record<Font, string> = {
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  mono: '"Courier New", Courier, monospace',
}

/** The look of a design: what its theme leaves out comes from the brand, and then from the defaults. */
export function lookOf(theme: DesignTheme, brand: Brand): MailLook {
  const { accent, ink, canvas, surface, font, radius } = brand
  const given = [{ accent, ink, canvas, surface, font, radius }, theme].flatMap((part) =>
    Object.entries(part).filter(([, value]) => value !== undefined),
  )
  return { ...DEFAULTS, ...Object.fromEntries(given) }
}

/** The look as properties of CSS, which the classes of the shown message use. */
export function lookStyle(look: MailLook, scheme: 'light' | 'dark'): CSSProperties {
  const { canvas, surface, ink, accent } = scheme === 'dark' && look.dark === 'auto' ? darkened(look) : look
  return {
    '--mail-canvas': canvas,
    '--mail-surface': surface,
    '--mail-ink': ink,
    '--mail-accent': accent,
    '--mail-on-accent': readableOn(accent),
    '--mail-muted': `color-mix(in srgb, ${ink} 68%, ${surface})`,
    '--mail-line': `color-mix(in srgb, ${ink} 16%, ${surface})`,
    '--mail-chip': `color-mix(in srgb, ${accent} 16%, transparent)`,
    '--mail-radius': `${look.radius}px`,
    '--mail-font': STACKS[look.font],
  } as CSSProperties
}
