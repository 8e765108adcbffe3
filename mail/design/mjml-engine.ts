import { Engine, type ParserError } from 'mrml'
import { offsetOfPlace } from './block-places.js'

/** A document, or the fault of its MJML with the offset in it. */
export type MjmlResult =
  | { html: string; fault?: undefined }
  | { html?: undefined; fault: { message: string; offset: number } }

let shared: Engine | null = null

/** The engine of the process. It loads no files and no fonts. */
function engine(): Engine {
  if (shared) return shared
  shared = new Engine()
  shared.setParserOptions({ includeLoader: { type: 'noop' } })
  shared.setRenderOptions({ disableComments: false, socialIconOrigin: null, fonts: {} })
  return shared
}

/** Renders MJML to HTML. */
export function renderMjmlText(mjml: string): MjmlResult {
  try {
    const result = engine().toHtml(mjml)
    if (result.type === 'success') return { html: result.content }
    if (result.origin === 'render') return { fault: { message: 'The MJML cannot be rendered', offset: 0 } }
    return { fault: faultOf(result.details, mjml) }
  } catch {
    // The engine stops at a fault of its own, and cannot be used again.
    shared = null
    return { fault: { message: 'The MJML cannot be rendered', offset: 0 } }
  }
}

function faultOf(error: ParserError, mjml: string): { message: string; offset: number } {
  const offset = 'position' in error ? offsetOfByte(mjml, error.position.start) : 0
  switch (error.type) {
    case 'unexpected-element':
      return { message: 'This element cannot stand here', offset }
    case 'unexpected-token':
    case 'invalid-format':
      return { message: 'Unexpected text', offset }
    case 'missing-attribute':
      return { message: `The attribute ${error.name} is missing`, offset }
    case 'invalid-attribute':
      return { message: 'Invalid attribute', offset }
    case 'end-of-stream':
      return { message: 'An element is not closed', offset: mjml.length }
    case 'size-limit':
      return { message: 'The MJML is too large', offset }
    case 'parser-error':
      return { message: 'Invalid markup', offset: offsetIn(error.source, mjml) }
    case 'no-root-node':
      return { message: 'MJML begins with the element mjml', offset: 0 }
    case 'include-loader-error':
      return { message: 'mj-include is not supported', offset }
    default:
      return error satisfies never
  }
}

function offsetOfByte(text: string, byte: number): number {
  return Buffer.from(text).subarray(0, byte).toString().length
}

// The parser names line and column of such a fault only in its words: `… at 2:23 cause …`.
function offsetIn(words: string, mjml: string): number {
  const [, line = '1', column = '1'] = /\bat (\d{1,9}):(\d{1,9})/.exec(words) ?? []
  return offsetOfPlace(mjml, { line: Number(line), column: Number(column) })
}
