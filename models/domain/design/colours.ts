/** Contrast that text needs to be readable (WCAG 2.2, 1.4.3). */
export const READABLE_CONTRAST = 4.5

const WHITE = '#ffffff'
const BLACK = '#16181d'
const STEP = 0.02
// A ground of at least this lightness becomes dark; a darker one stays as it is.
const LIGHT = 0.6
const DARKEST = 0.05
const DARK_RANGE = 0.08

/** A colour by hue in degrees, saturation and lightness from 0 to 1. */
interface Hsl {
  h: number
  s: number
  l: number
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** White or nearly black, whichever is easier to read on a ground; white where both are readable. */
export function inkOn(ground: string): string {
  const white = contrastOf(WHITE, ground)
  return white >= READABLE_CONTRAST || white > contrastOf(BLACK, ground) ? WHITE : BLACK
}

/** A colour between two others: at 0 the first, at 1 the second. */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [channelsOf(one), channelsOf(other)]
  return hexOf(from.map((value, index) => value + ((to[index] ?? 0) - value) * share))
}

/** The counterpart of a ground in the dark. The order of grounds by lightness stays. */
export function darkGround(ground: string): string {
  const { h, s, l } = toHsl(ground)
  if (l < LIGHT) return ground
  return fromHsl({ h, s: Math.min(s, 0.3), l: DARKEST + ((l - LIGHT) / (1 - LIGHT)) * DARK_RANGE })
}

/** The counterpart of a colour of text on a ground, readable on the counterpart of the ground. */
export function darkInk(ink: string, ground: string): string {
  const dark = darkGround(ground)
  const { h, s, l } = toHsl(ink)
  let lightness = dark === ground || contrastOf(ink, dark) >= READABLE_CONTRAST ? l : Math.max(l, 1 - l * 0.9)
  const up = luminanceOf(dark) < 0.18
  let found = dark === ground || lightness === l ? ink : fromHsl({ h, s, l: lightness })
  while (contrastOf(found, dark) < READABLE_CONTRAST && lightness > 0 && lightness < 1) {
    lightness = Math.min(1, Math.max(0, lightness + (up ? STEP : -STEP)))
    found = fromHsl({ h, s, l: lightness })
  }
  return found
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function hexOf(channels: number[]): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function toHsl(colour: string): Hsl {
  const [r = 0, g = 0, b = 0] = channelsOf(colour).map((value) => value / 255)
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const l = (max + min) / 2
  const range = max - min
  if (range === 0) return { h: 0, s: 0, l }
  const s = range / (1 - Math.abs(2 * l - 1))
  const sector = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return { h: sector * 60, s, l }
}

function fromHsl({ h, s, l }: Hsl): string {
  const chroma = (1 - Math.abs(2 * l - 1)) * s
  const at = (offset: number): number => {
    const k = (offset + h / 30) % 12
    return l - (chroma / 2) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return hexOf([at(0), at(8), at(4)].map((value) => value * 255))
}
