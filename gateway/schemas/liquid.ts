import { z } from 'zod'
import { MAX_MJML_BYTES } from '../../mail/design/mjml-source.js'
import { MAX_UTM_LENGTH, PROJECT_UTM_NAMES, UTM_NAMES, withoutBlanks, type UtmName } from '../../models/domain/utm.js'
import { findLiquidFault } from '../../mail/rendering/liquid-faults.js'

/** The limit on the body of a request that holds a message. */
export const MAX_MESSAGE_BYTES = 40 * 1024 * 1024

const MAX_SUBJECT_LENGTH = 998
const MAX_BODY_BYTES = 2 * 1024 * 1024
const MAX_TEXT_LENGTH = 1_000

/** A subject that is being written: one line of up to 998 characters (RFC 5322 2.1.1), whose Liquid may be at fault. */
export const DraftSubject = z
  .string()
  .max(MAX_SUBJECT_LENGTH)
  .regex(/^[^\r\n]*$/, { error: 'A subject cannot contain line breaks' })

/** A body that is being written, up to 2 MB of HTML in UTF-8, whose Liquid may be at fault. */
export const DraftBody = z
  .string()
  .max(MAX_BODY_BYTES, { abort: true })
  .refine((source) => Buffer.byteLength(source) <= MAX_BODY_BYTES, {
    error: 'A body can be at most 2 MB of UTF-8',
    params: { code: 'too_big' },
    abort: true,
  })

/** A subject in Liquid: one line of 1 to 998 characters. */
export const LiquidSubject = DraftSubject.min(1).superRefine(refuseBadSyntax).meta({ format: 'liquid' })

/** A body in Liquid, up to 2 MB of HTML in UTF-8. */
export const LiquidBody = DraftBody.min(1).superRefine(refuseBadSyntax).meta({ format: 'liquid' })

/** MJML that is being written, up to 500 KB in UTF-8, which may be at fault. */
export const DraftMjml = z
  .string()
  .max(MAX_MJML_BYTES, { abort: true })
  .refine((source) => Buffer.byteLength(source) <= MAX_MJML_BYTES, {
    error: `MJML can be at most ${MAX_MJML_BYTES / 1024} KB of UTF-8`,
    params: { code: 'too_big' },
    abort: true,
  })

/** MJML whose text is Liquid. */
export const MjmlSource = DraftMjml.min(1).superRefine(refuseBadSyntax)

/** A short text in Liquid whose values are not escaped, such as an address. */
export const LiquidText = z.string().trim().min(1).max(MAX_TEXT_LENGTH).superRefine(refuseBadSyntax)

/** A UTM parameter that is being written, whose Liquid may be at fault. */
const DraftUtmText = z
  .string()
  .trim()
  .max(MAX_UTM_LENGTH)
  .regex(/^[^\r\n]*$/, { error: 'A parameter cannot contain line breaks' })

const UtmText = DraftUtmText.superRefine(refuseBadSyntax).meta({ format: 'liquid' })

/** UTM parameters that are being written. */
export const DraftUtm = utmOf(UTM_NAMES, DraftUtmText).transform(withoutBlanks)

/** UTM parameters of a new campaign, each in Liquid; blank ones are still there. */
export const NewUtmField = utmOf(UTM_NAMES, UtmText).meta({ id: 'Utm' })

/** UTM parameters, each in Liquid. */
export const UtmField = NewUtmField.transform(withoutBlanks)

/** The UTM parameters that a project has for its new campaigns, each in Liquid. */
export const ProjectUtmField = utmOf(PROJECT_UTM_NAMES, UtmText).transform(withoutBlanks)

const UtmValue = z.string().optional()

/** UTM parameters in an answer. */
export const UtmResponse = z
  .object(Object.fromEntries(UTM_NAMES.map((name) => [name, UtmValue])) as Record<UtmName, typeof UtmValue>)
  .meta({ id: 'UtmParameters' })

/** Whether a text has Liquid tags or outputs; a text without them renders to itself. */
export function isTemplate(text: string): boolean {
  return /\{[{%]/.test(text)
}

function refuseBadSyntax(source: string, context: z.RefinementCtx<string>): void {
  const fault = findLiquidFault(source)
  if (!fault) return
  const { message, ...place } = fault
  context.addIssue({ code: 'custom', message, params: { code: 'liquid_syntax', ...place } })
}

function utmOf<Name extends UtmName>(names: readonly Name[], text: z.ZodType<string, string>) {
  const value = text.nullish()
  const shape = Object.fromEntries(names.map((name) => [name, value])) as Record<Name, typeof value>
  // A name that is left out unseen, such as `utm_source`, would leave links without parameters.
  return z.strictObject(shape)
}
