import { toValueSync } from 'liquidjs'
import { engine } from '../engine.js'
import { compileValue, fillValues } from '../fill-values.js'
import { lastFilterOfOutput, onlyOutputOf, SeparateOutput, type PrintedValue } from '../print-values.js'
import { withinLimits } from '../render-message.js'
import { RenderScope } from '../render-scope.js'
import type { Budget } from '../threads/budget.js'
import { isJsonAround, jsonText } from './json-text.js'
import { templateText } from './template-text.js'
import { urlText } from './url-text.js'

/** The templates of an HTTP request. */
export interface RequestTemplates {
  url: string
  /** The headers, whose values are templates. */
  headers: Record<string, string>
  /** A text, or a JSON value whose strings are templates. */
  body?: unknown
}

/** The templates of a request, and the variables for them. */
export interface RequestInput extends RequestTemplates {
  variables: Record<string, unknown>
  /** The project's time zone; UTC without one. */
  timeZone?: string | undefined
}

/** A rendered request. The type of its body depends only on the templates. */
export interface FilledRequest {
  url: string
  headers: Record<string, string>
  body: string | null
  type: 'json' | 'text'
}

type Parts = readonly (string | PrintedValue)[]
type ReadParts = (source: string) => Parts

const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.+-]{1,100}\+)?json\b/i
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\b/i

/**
 * Renders a request. Each value is encoded for its place in the URL, in a JSON text or in a form. In a JSON value, a
 * text that is only one output keeps the type of its value. Throws RenderError, OverBudget.
 */
export function fillRequest(input: RequestInput, budget: Budget | null): FilledRequest {
  const { url, headers, body, variables, timeZone } = input
  const options = { timeZone, budget }
  const read: ReadParts = (source) => {
    const compiled = compileValue(source, budget)
    const scope = new RenderScope(variables, engine, { escape: false, separates: true, ...options })
    const output = new SeparateOutput(scope)
    withinLimits(compiled, budget, () =>
      toValueSync(engine.renderer.renderTemplates(compiled.templates, scope, output)),
    )
    return output.parts
  }
  return {
    url: urlText(read(url)).trim(),
    headers: fillValues(headers, variables, options) as Record<string, string>,
    ...(typeof body === 'string'
      ? fillText(body, headers, { read, budget })
      : { body: jsonOf(fillValues(body, variables, { ...options, keepsTypes: true })), type: 'json' }),
  }
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value, (_key, item: unknown) => item ?? null)
}

function fillText(
  source: string,
  headers: Record<string, string>,
  { read, budget }: { read: ReadParts; budget: Budget | null },
): Pick<FilledRequest, 'body' | 'type'> {
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  const parts = read(source)
  if (JSON_TYPE.test(type) || isJson(source, budget)) return { body: jsonText(parts), type: 'json' }
  return { body: FORM_TYPE.test(type) ? formText(parts) : plainText(parts), type: 'text' }
}

/** Whether a template is a single output of JSON, or a JSON object or array around its values. */
function isJson(source: string, budget: Budget | null): boolean {
  const output = onlyOutputOf(compileValue(source, budget).templates)
  if (output) return ['json', 'jsonify'].includes(lastFilterOfOutput(output) ?? '')
  const { literals, isBranching } = templateText(source)
  return isJsonAround(literals, isBranching)
}

function plainText(parts: Parts): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

// A value must not begin another field of the form (URL Standard, application/x-www-form-urlencoded).
function formText(parts: Parts): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const isEncoded = part.lastFilter === 'url_encode' || part.lastFilter === 'cgi_escape'
      return isEncoded ? part.text : new URLSearchParams({ '': part.text }).toString().slice(1)
    })
    .join('')
}
