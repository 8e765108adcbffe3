import { perform } from '../../../mail/rendering/threads/perform.js'
import { RenderError } from '../../../mail/rendering/render-message.js'
import type { SourceFault } from '../../../mail/design/render.js'
import { walkBlocks } from '../../../models/domain/design/walk-blocks.js'
import { invalid, type FieldError } from '../../../models/domain/errors.js'
import type { MessageSource } from '../../../models/message.js'
import { renderSource } from './render-source.js'
import { editorOf, sourceOf, type BodyContent, type SentContent, type SourceContext } from './sent-content.js'

const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Where a content stands in its request (`''` or `translations.de.`), and its language. */
export interface ContentPlace {
  prefix: string
  language: string
}

/**
 * The body that a request gives: its HTML, or what its design or MJML renders to. Null if it gives none. `stored` is
 * the body that clients may send back with its source. Throws VALIDATION_ERROR for a source with a fault, and for a
 * body that is not that of its source.
 */
export async function bodyContent(
  sent: SentContent,
  place: ContentPlace,
  { context, stored }: { context: SourceContext; stored?: string | undefined },
): Promise<BodyContent | null> {
  const source = sourceOf(sent)
  if (!source) return sent.body === undefined ? null : { body: sent.body, editor: 'html', source: null }
  const body = await soundBody(source, place, context)
  if (sent.body !== undefined && sent.body !== body && sent.body !== stored) {
    const message = `Leave out the body: it is made of the ${editorOf(source)}`
    throw invalid([{ field: `${place.prefix}body`, message, code: 'custom' }])
  }
  return { body, editor: editorOf(source), source }
}

async function soundBody(source: MessageSource, place: ContentPlace, context: SourceContext): Promise<string> {
  const { body, fault } = await renderSource(source, place.language, context)
  const refuse = (sourceFault: SourceFault): Error => invalid([fieldError(sourceFault, source, place.prefix)])
  if (body === undefined) throw refuse(fault)
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw refuse({ message: 'The rendered body is larger than 2 MB' })
  try {
    const [syntax] = await perform(context.project._id, 'syntax', [body])
    if (syntax) throw refuse({ message: `The rendered body has a Liquid syntax error: ${syntax.message}` })
  } catch (error) {
    throw error instanceof RenderError ? refuse({ message: error.message }) : error
  }
  return body
}

function fieldError({ message, blockId, ...place }: SourceFault, source: MessageSource, prefix: string): FieldError {
  if (!source.design) return { field: `${prefix}mjml`, message, code: 'mjml_syntax', ...place }
  const found = [...walkBlocks(source.design)].find(({ block }) => block.id === blockId)
  return { field: `${prefix}design${found ? `.${found.path}` : ''}`, message, code: 'custom' }
}
