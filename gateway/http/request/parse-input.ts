import { z } from 'zod'
import { AppError, fieldNames, invalid, notFound, type FieldError } from '../../../models/domain/errors.js'
import { validateLiquid } from '../../../mail/rendering/liquid-faults.js'
import type { Config } from '../../../runtime/config.js'
import {
  FileUpload,
  FormFields,
  rawBody,
  type AnyEndpoint,
  type BodyKind,
  type Input,
  type Parts,
  type StreamedFile,
} from '../endpoint.js'
import type { FormValues } from './parse-form.js'
import { decodeUtf8, parseJson } from './parse-json.js'
import type { UploadedFile } from './parse-upload.js'
import { isUnfitText, unfitValues } from './unfit-values.js'
import { fieldErrors, suggestionOf } from './validate.js'

/** The parts of a request before their schemas parse them. */
export interface RawInput {
  params: Record<string, string>
  query: Record<string, unknown>
  body: Buffer
  /** The content of the body where it is an upload. */
  file?: UploadedFile | StreamedFile
  /** The content of the body where it is a form. */
  form?: FormValues
  /** The key of the limiter for parsing large templates: the id of a project or a user; null on an open endpoint. */
  sender: string | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Checks a request against the schemas of its endpoint; a part without a schema comes out undefined.
 * Throws the 404 of a malformed id, BAD_REQUEST for the query or a form, VALIDATION_ERROR or MALFORMED_BODY for the
 * body.
 */
export async function parseInput(endpoint: AnyEndpoint, raw: RawInput, config: Config): Promise<Input<Parts>> {
  const { params, query, body } = endpoint.request ?? {}
  return {
    params: params && parseParams(params, raw.params),
    query: query && parseTexts('query', query, raw.query),
    body: body && (await bodyOf(endpoint, body, raw, config)),
  }
}

/** Checks the query alone, before a body arrives that is too large to be received in vain. Throws BAD_REQUEST. */
export function requireQuery({ request }: AnyEndpoint, query: RawInput['query']): void {
  if (request?.query) parseTexts('query', request.query, query)
}

async function bodyOf(endpoint: AnyEndpoint, kind: BodyKind, raw: RawInput, config: Config): Promise<unknown> {
  if (kind instanceof FileUpload) return raw.file
  if (kind instanceof FormFields) return parseTexts('form', kind.schema, raw.form ?? {})
  return kind === rawBody ? decodeUtf8(raw.body) : parseBody(endpoint, kind, raw, config)
}

/**
 * Checks only the first id of a path, because an error has to name the first unknown id: the handler looks the ids up
 * in order, and so finds a later malformed id only after the first one exists.
 */
function parseParams(schema: z.ZodObject, params: Record<string, string>): z.output<z.ZodObject> {
  const [first] = Object.entries(schema.shape)
  const resource = first && z.globalRegistry.get(first[1])?.resource
  const id = first && params[first[0]]
  if (resource && id !== undefined && !UUID.test(id)) throw notFound(resource, id)
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  throw badRequest('path', fieldErrors(parsed.error.issues, params))
}

function parseTexts(
  part: 'query' | 'form',
  schema: z.ZodObject,
  texts: Record<string, unknown>,
): z.output<z.ZodObject> {
  const unfit = Object.entries(schema.shape).flatMap(([name, type]) => unfitParameter(name, texts[name], type))
  const parsed = schema.safeParse(texts)
  if (parsed.success && unfit.length === 0) return parsed.data
  throw badRequest(part, merge(unfit, parsed.success ? [] : fieldErrors(parsed.error.issues, texts)))
}

// Two readers of a query may pick different values of a repeated parameter, unless the parameter takes a list.
function unfitParameter(field: string, value: unknown, type: z.core.$ZodType): FieldError[] {
  if (Array.isArray(value)) {
    const list = z.safeParse(type, [''])
    const takesLists = list.success && Array.isArray(list.data)
    if (!takesLists) return [{ field, code: 'invalid_type', message: 'This parameter occurs more than once' }]
    return value.flatMap((item) => unfitParameter(field, item, type)).slice(0, 1)
  }
  if (typeof value !== 'string' || !isUnfitText(value)) return []
  return [{ field, code: 'invalid_string', message: 'Text cannot contain NUL characters' }]
}

async function parseBody(
  endpoint: AnyEndpoint,
  schema: z.ZodType,
  { body: bytes, sender }: RawInput,
  config: Config,
): Promise<unknown> {
  const source = decodeUtf8(bytes)
  const json = parseJson(source)
  const body = isEmptyList(json.value) && !takesList(schema) ? {} : json.value
  const unfit = [...unfitValues(json, source), ...(endpoint.findBodyFaults?.(body, config) ?? [])]
  const parsed = await validateLiquid(sender ?? '', () => schema.safeParse(body))
  if (parsed.success && unfit.length === 0) return parsed.data
  const errors = merge(unfit, parsed.success ? [] : fieldErrors(parsed.error.issues, body))
  const missing = errors.filter((error) => error.code === 'required' && !error.field.includes('.'))
  if (endpoint.badRequest === 'plain' && missing.length > 0) {
    const noun = missing.length === 1 ? 'field' : 'fields'
    throw new AppError('BAD_REQUEST', `Missing required ${noun}: ${fieldNames(missing)}`)
  }
  throw invalid(errors, { suggestion: suggestionOf(errors) })
}

/** PHP writes an object without fields as a list without items. */
function isEmptyList(body: unknown): boolean {
  return Array.isArray(body) && body.length === 0
}

function takesList(schema: z.ZodType): boolean {
  return schema instanceof z.ZodArray
}

/** Joins the faults of two checks, so that each field is reported by one of them. */
function merge(unfit: FieldError[], faults: FieldError[]): FieldError[] {
  const reported = new Set(unfit.map(({ field }) => field))
  return [...unfit, ...faults.filter(({ field }) => !reported.has(field))]
}

function badRequest(part: string, errors: FieldError[]): AppError {
  return new AppError('BAD_REQUEST', `Invalid ${part} values: ${fieldNames(errors)}`, { errors })
}
