/** Colours of a message. */
export interface MailColors {
  canvas: string
  surface: string
  ink: string
  accent: string
}

const LIGHT = '#ffffff'
const DARK = '#111111'

/** The counterparts of colours for mailboxes in the dark: grounds become dark and words light, each in its own hue. */
export function darkened({ canvas, surface, ink, accent }: MailColors): MailColors {
  return {
    canvas: withLightness(canvas, ground),
    surface: withLightness(surface, (lightness) => ground(lightness) + 0.03),
    ink: withLightness(ink, words),
    accent: withLightness(accent, (lightness) => Math.max(lightness, 0.68)),
  }
}

/** The counterpart of a ground or of words that a block has for itself. */
export function darkGround(color: string): string {
  return withLightness(color, ground)
}

/** White or nearly black, whichever is easier to read on a colour. */
export function readableOn(color: string): string {
  return luminance(color) > 0.36 ? DARK : LIGHT
}

const ground = (lightness: number): number => (lightness > 0.5 ? 0.07 + (1 - lightness) * 0.16 : lightness)
const words = (lightness: number): number => (lightness < 0.6 ? 0.92 - lightness * 0.3 : lightness)

function channels(color: string): [number, number, number] {
  const at = (from: number): number => Number.parseInt(color.slice(from, from + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((one) => (one <= 0.040_45 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** A colour of the same hue and saturation with another lightness. */
function withLightness(color: string, change: (lightness: number) => number): string {
  const [red, green, blue] = channels(color)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const lightness = (most + least) / 2
  const range = most - least
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1))
  const next = Math.min(1, Math.max(0, change(lightness)))
  const chroma = (1 - Math.abs(2 * next - 1)) * Math.min(1, saturation)
  const hex = (one: number): string =>
    Math.round((next + (range === 0 ? 0 : ((one - lightness) / range) * chroma)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(red)}${hex(green)}${hex(blue)}`
}
