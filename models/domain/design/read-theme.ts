import { readWebAddress } from './address.js'
import { FONTS, SOCIAL_KINDS, type Brand, type DesignTheme, type SocialLink } from './design.js'
import { Reading, withoutUndefined } from './reading.js'
import type { FieldError } from '../errors.js'

/** The least and greatest width of a message, in CSS pixels. */
export const WIDTHS = { min: 320, max: 800 } as const
const DARK_MODES = ['auto', 'off'] as const
const MAX_RADIUS = 48
const MAX_ADDRESS_LENGTH = 500
const MAX_SOCIAL = 20
const UPLOAD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the theme of a design. */
export function readTheme(reading: Reading, value: unknown, at: string): DesignTheme | null {
  const sent = reading.object(value, at)
  if (!sent) return null
  return withoutUndefined({
    width: reading.optional(sent['width'], `${at}.width`, (width, path) =>
      reading.integer(width, path, WIDTHS.min, WIDTHS.max),
    ),
    ...readLook(reading, sent, `${at}.`),
    dark: reading.optional(sent['dark'], `${at}.dark`, (dark, path) => reading.oneOf(dark, path, DARK_MODES)),
  })
}

/** Reads the brand of a project. Unknown keys are left out; all errors are reported below `prefix`. */
export function readBrand(
  value: unknown,
  { prefix = 'brand' }: { prefix?: string } = {},
): { brand: Brand; errors?: undefined } | { brand?: undefined; errors: FieldError[] } {
  const reading = new Reading()
  const sent = reading.object(value, prefix)
  if (!sent) return { errors: reading.errors }
  const root = prefix === '' ? '' : `${prefix}.`
  const { radius, font, accent, ink, canvas, surface } = readLook(reading, sent, root)
  const brand = withoutUndefined({
    logo: reading.optional(sent['logo'], `${root}logo`, (id, path) => readUploadId(reading, id, path)),
    darkLogo: reading.optional(sent['darkLogo'], `${root}darkLogo`, (id, path) => readUploadId(reading, id, path)),
    accent,
    ink,
    canvas,
    surface,
    font,
    radius,
    postalAddress: reading.optional(sent['postalAddress'], `${root}postalAddress`, (text, path) =>
      reading.text(text, path, { max: MAX_ADDRESS_LENGTH }),
    ),
    social: reading.optional(sent['social'], `${root}social`, (list, path) =>
      reading.list(list, path, { max: MAX_SOCIAL, read: (item, at) => readSocial(reading, item, at) }),
    ),
  })
  return reading.errors.length > 0 ? { errors: reading.errors } : { brand }
}

/** Reads the id of an uploaded image, in lower case. */
export function readUploadId(reading: Reading, value: unknown, at: string): string | null {
  if (typeof value !== 'string') return reading.refuseType(value, at, 'the id of an uploaded image')
  if (UPLOAD_ID.test(value)) return value.toLowerCase()
  return reading.refuse(at, 'Must be the id of an uploaded image', 'invalid_string')
}

function readLook(reading: Reading, sent: Record<string, unknown>, root: string): Pick<DesignTheme, LookKey> {
  const colour = (key: string): string | undefined =>
    reading.optional(sent[key], `${root}${key}`, (value, path) => reading.colour(value, path))
  return {
    font: reading.optional(sent['font'], `${root}font`, (font, path) => reading.oneOf(font, path, FONTS)),
    canvas: colour('canvas'),
    surface: colour('surface'),
    ink: colour('ink'),
    accent: colour('accent'),
    radius: reading.optional(sent['radius'], `${root}radius`, (radius, path) =>
      reading.integer(radius, path, 0, MAX_RADIUS),
    ),
  }
}

type LookKey = 'font' | 'canvas' | 'surface' | 'ink' | 'accent' | 'radius'

function readSocial(reading: Reading, value: unknown, at: string): SocialLink | null {
  const sent = reading.object(value, at)
  if (!sent) return null
  const kind = reading.oneOf(sent['kind'], `${at}.kind`, SOCIAL_KINDS)
  const href = readWebAddress(reading, sent['href'], `${at}.href`)
  return kind === null || href === null ? null : { kind, href }
}
