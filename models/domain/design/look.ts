import { contrastOf, inkOn, READABLE_CONTRAST } from './colours.js'
import type { Brand, DesignTheme, Font } from './design.js'

/** How a message looks: its theme, then the brand, then the defaults. */
export interface Look {
  width: number
  font: Font
  canvas: string
  surface: string
  ink: string
  accent: string
  radius: number
  dark: 'auto' | 'off'
}

/** The look of a message without theme and brand. */
export const DEFAULT_LOOK: Look = {
  width: 600,
  font: 'sans',
  canvas: '#eef1f6',
  surface: '#ffffff',
  ink: '#22262e',
  accent: '#2f5fd0',
  radius: 8,
  dark: 'auto',
}

/** The stacks of fonts; each is on every computer. */
export const FONT_STACKS: Record<Font, string> = {
  sans: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', Times, serif",
  mono: "'SF Mono', Menlo, Consolas, 'Courier New', monospace",
}

/** The look of a message in a project with this brand. */
export function lookOf(theme: DesignTheme, brand: Brand): Look {
  const { font, canvas, surface, ink, accent, radius } = brand
  return { ...DEFAULT_LOOK, ...given({ font, canvas, surface, ink, accent, radius }), ...given(theme) }
}

/** The look with colours of text that can be read on a ground other than its own. */
export function readableOn(ground: string, look: Look): Look {
  const isReadable = (ink: string): boolean => contrastOf(ink, ground) >= READABLE_CONTRAST
  const ink = isReadable(look.ink) ? look.ink : inkOn(ground)
  return { ...look, ink, accent: isReadable(look.accent) ? look.accent : ink }
}

function given<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
